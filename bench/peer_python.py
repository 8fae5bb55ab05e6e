"""Learns and is tested inside one Python: XGBoost or scikit-learn's SGDClassifier.

Usage: peer_python.py METHOD SETTINGS THREADS LIMIT TRAIN.npz TEST.npz MODEL
METHOD is xgboost or sgd, SETTINGS a JSON object, the files are those of peer_features.py --npz.
Prints one JSON object: error, and CPU seconds and seconds on the clock of learning ("cpu", "wall")
and microseconds of predicting an example ("alone", "alone_wall"), without reading the files and
without what Python takes to start. After LIMIT CPU seconds of learning it is ended (SIGXCPU).
"""

import json
import pickle
import resource
import sys
import time

import numpy
from scipy import sparse

AT_LEAST = 0.5  # seconds that predictions are timed for


def load(path):
    kept = numpy.load(path)
    parts = (kept["data"], kept["indices"], kept["indptr"])
    matrix = sparse.csr_matrix(parts, shape=tuple(kept["shape"]))
    dense = matrix.nnz > 0.3 * matrix.shape[0] * matrix.shape[1]
    return matrix.toarray() if dense else matrix, kept["labels"]


def timed(work):
    cpu, wall = time.process_time(), time.monotonic()
    result = work()
    return result, time.process_time() - cpu, time.monotonic() - wall


class XGBoost:
    def __init__(self, settings, threads, labels):
        import xgboost

        self.library = xgboost
        self.settings = {"objective": "multi:softmax", "nthread": threads, **settings}
        self.settings["num_class"] = int(labels.max()) + 1
        self.rounds = self.settings.pop("rounds")
        self.model = None

    def learn(self, matrix, labels):
        rows = self.library.DMatrix(matrix, labels, nthread=self.settings["nthread"])
        self.model = self.library.train(self.settings, rows, self.rounds)

    def predict(self, matrix):
        return self.model.inplace_predict(matrix)

    def save(self, path):
        self.model.save_model(path)


class Sgd:
    def __init__(self, settings, threads, labels):
        from sklearn.linear_model import SGDClassifier

        self.model = SGDClassifier(random_state=1, n_jobs=threads, **settings)

    def learn(self, matrix, labels):
        self.model.fit(matrix, labels)

    def predict(self, matrix):
        return self.model.predict(matrix)

    def save(self, path):
        with open(path, "wb") as file:
            pickle.dump(self.model, file)


def main():
    method, settings, threads, limit, train, test, model = sys.argv[1:]
    matrix, labels = load(train)
    peer = {"xgboost": XGBoost, "sgd": Sgd}[method](json.loads(settings), int(threads), labels)
    forever = resource.RLIM_INFINITY
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + int(limit)) + 1, forever))
    _, cpu, wall = timed(lambda: peer.learn(matrix, labels))
    resource.setrlimit(resource.RLIMIT_CPU, (forever, forever))
    peer.save(model)
    matrix, labels = load(test)
    answers = peer.predict(matrix)
    count, asked, waited = 0, 0.0, 0.0
    while waited < AT_LEAST:
        _, more_asked, more_waited = timed(lambda: peer.predict(matrix))
        count, asked, waited = count + len(labels), asked + more_asked, waited + more_waited
    result = {"error": float(numpy.mean(answers != labels)), "cpu": cpu, "wall": wall}
    result |= {"alone": 1e6 * asked / count, "alone_wall": 1e6 * waited / count}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
