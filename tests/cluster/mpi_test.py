#!/usr/bin/env python3
"""ect-mpi on a few ranks of this machine: equal bytes, and faults.

    tests/cluster/mpi_test.py ECT ECT_MPI

Where mpirun or ect-mpi is missing it says so and skips everything.
"""
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ECT, ECT_MPI = (os.path.abspath(path) for path in sys.argv[1:3])
# Several jobs, and other tests, share the machine: ranks give way instead of spinning for messages.
ENVIRONMENT = {**os.environ, 'OMPI_MCA_mpi_yield_when_idle': '1', 'OMPI_MCA_rmaps_base_oversubscribe': '1',
               'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
LIMIT = 120  # seconds


def topics(rows, labels, seed):
    draw = random.Random(seed)
    lines = []
    for row in range(rows):
        label = row if row < labels else min(draw.randrange(labels), draw.randrange(labels))
        words = [draw.choice([f'all{draw.randrange(60)}', f'near{label // 4}x{draw.randrange(6)}',
                              f'own{label}x{draw.randrange(20)}']) for _ in range(9)]
        lines.append(f'topic{label}\t{" ".join(words)}\n')
    return ''.join(lines)


def command(ranks, *arguments):
    return ['mpirun', '-n', str(ranks), ECT_MPI, *arguments]


class Mpi(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='ect_mpi_')
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(text)
        return self.path(name)

    def run_job(self, words, environment=None):
        return subprocess.run(words, cwd=self.folder, env={**ENVIRONMENT, **(environment or {})},
                              capture_output=True, text=True, timeout=LIMIT, check=False)

    def bytes_of(self, words, environment=None):
        done = self.run_job(words, environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.path('model'), 'rb') as file:
            content = file.read()
        os.remove(self.path('model'))
        return content

    def expect_one_line(self, words, what):
        done = self.run_job(words)
        self.assertNotEqual(done.returncode, 0)
        lines = [line for line in done.stderr.splitlines() if line.startswith('ect: ')]
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn(what, lines[0])
        self.assertFalse(os.path.exists(self.path('model')))

    def test_any_number_of_ranks_writes_the_bytes_of_ect_train(self):
        self.write('data.tsv', topics(900, 20, 1))
        options = ['data.tsv', '-o', 'model', '--blocks', '5', '--words', '1', '--chars', '0']
        alone = self.bytes_of([ECT, 'train', *options])
        for ranks in (1, 2, 3, 4, 7):
            self.assertEqual(self.bytes_of(command(ranks, 'train', *options)), alone, ranks)
        small = self.bytes_of(command(3, 'train', *options), {'ECT_MPI_PIECE': '1000'})
        self.assertEqual(small, alone, 'messages in many pieces')

    def test_files_patterns_and_an_empty_shard(self):
        for part in range(3):
            self.write(f'part-{part}.tsv', topics(300, 12, part) if part != 1 else '')
        first = self.bytes_of(command(2, 'train', 'part-*.tsv', '-o', 'model', '--blocks', '3'))
        self.write('list', 'part-0.tsv\npart-1.tsv\npart-2.tsv\n')
        self.assertEqual(self.bytes_of(command(4, 'train', '@list', '-o', 'model', '--blocks', '3')),
                         first)

    def test_errors_are_one_line_of_one_rank(self):
        self.write('data.tsv', topics(100, 4, 1))
        self.expect_one_line(command(3, 'train', 'data.tsv', 'gone.tsv', '-o', 'model'), 'gone.tsv')
        self.expect_one_line(command(3, 'train', 'data.tsv', '-o', 'no-folder/model'), 'no-folder')
        self.expect_one_line(command(3, 'train', 'data.tsv', '-o', 'model', '-m', '2'), 'supports')
        self.expect_one_line(command(3, 'train', 'data.tsv', '-o', 'model', '--nonsense'), '--help')
        other = ['-n', '1', ECT_MPI, 'train', 'data.tsv', '-o', 'model', '--seed', '2']
        self.expect_one_line(command(2, 'train', 'data.tsv', '-o', 'model') + [':'] + other,
                             'rank 2 was started with other options')
        self.write('bad.tsv', 'a\tx\nb\ty\nno label here\n')
        self.expect_one_line(command(2, 'train', 'data.tsv', 'bad.tsv', '-o', 'model'), 'bad.tsv:3')
        self.expect_one_line(command(2, 'train', 'data.tsv', '-o', '/dev/full'), 'dev/full')

    def start_long_job(self, ranks, *more):
        self.write('data.tsv', topics(12000, 300, 1))
        job = subprocess.Popen(
            command(ranks, 'train', 'data.tsv', '-o', 'model', '--blocks', '8', *more),
            cwd=self.folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(job.wait)
        self.addCleanup(job.kill)
        return job

    def ranks_of(self, job):
        listed = subprocess.run(['ps', '--ppid', str(job.pid), '-o', 'pid=,comm='], capture_output=True,
                                text=True, check=False).stdout
        return [int(line.split()[0]) for line in listed.splitlines() if 'ect-mpi' in line]

    def wait_for(self, condition):
        for _ in range(LIMIT * 20):
            if condition():
                return
            time.sleep(0.05)
        self.fail('nothing came')

    def expect_all_ended(self, job, ranks):
        job.communicate(timeout=LIMIT)
        self.assertNotEqual(job.returncode, 0)
        self.wait_for(lambda: not any(os.path.exists(f'/proc/{rank}') for rank in ranks))
        left = {name for name in os.listdir(self.folder) if name != 'checkpoint'}
        self.assertEqual(left, {'data.tsv'})

    def test_a_killed_rank_ends_all_and_its_parts_are_gone_on_from(self):
        job = self.start_long_job(3, '--checkpoint', 'checkpoint')
        parts = self.path('checkpoint')
        self.wait_for(lambda: job.poll() is not None or
                      (os.path.isdir(parts) and len(os.listdir(parts)) >= 4))
        self.assertIsNone(job.poll(), 'it ended too soon')
        ranks = self.ranks_of(job)
        self.assertEqual(len(ranks), 3)
        os.kill(ranks[1], signal.SIGKILL)
        self.expect_all_ended(job, ranks)
        options = ['train', 'data.tsv', '-o', 'model', '--blocks', '8']
        resumed = self.bytes_of(command(2, *options, '--checkpoint', 'checkpoint', '--resume'))
        self.assertFalse(os.path.exists(parts))
        self.assertEqual(resumed, self.bytes_of(command(1, *options)))

    def test_a_signal_ends_all_ranks(self):
        job = self.start_long_job(2)
        self.wait_for(lambda: len(self.ranks_of(job)) == 2)
        time.sleep(0.5)
        ranks = self.ranks_of(job)
        job.send_signal(signal.SIGTERM)
        self.expect_all_ended(job, ranks)


if __name__ == '__main__':
    if shutil.which('mpirun') is None or not os.path.exists(ECT_MPI):
        print('skipped: no mpirun, or ect-mpi was not built (scripts/setup mpi)')
        sys.exit(0)
    unittest.main(argv=sys.argv[:1])
