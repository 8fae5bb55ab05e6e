"""The shared library from Python, by ctypes alone: what another language meets.

    c_api_test.py LIBRARY
"""

import ctypes
import math
import random
import sys
import tempfile

u32, u64 = ctypes.c_uint32, ctypes.c_uint64
OK, BAD_ARGUMENT, INPUT_OUTPUT, CANCELLED = 0, 1, 3, 5


class Matrix(ctypes.Structure):
    _fields_ = [("rows", ctypes.c_size_t), ("columns", u32), ("values", ctypes.POINTER(ctypes.c_float)),
                ("starts", ctypes.POINTER(ctypes.c_int64)), ("indices", ctypes.POINTER(ctypes.c_int32))]


def array(kind, values):
    return (kind * len(values))(*values)


def main(library):
    ect = ctypes.CDLL(library)
    for name in ("ect_version", "ect_last_error", "ect_model_label"):
        getattr(ect, name).restype = ctypes.c_char_p
    ect.ect_options_new.restype = ctypes.c_void_p
    assert ect.ect_version() == b"0.1.0", ect.ect_version()

    draw = random.Random(1)
    rows, classes = 600, 12
    labels = [i % classes for i in range(rows)]
    # Classes on a circle.
    points = []
    for label in labels:
        angle = 2 * math.pi * label / classes
        points += [math.cos(angle) + draw.gauss(0, 0.05), math.sin(angle) + draw.gauss(0, 0.05)]
    values = array(ctypes.c_float, points)
    matrix = Matrix(rows, 2, values, None, None)

    options = ctypes.c_void_p(ect.ect_options_new())
    assert ect.ect_options_set(options, b"fast", b"true") == OK
    assert ect.ect_options_set(options, b"speed", b"1") == BAD_ARGUMENT
    assert b"unknown option 'speed'" in ect.ect_last_error(), ect.ect_last_error()
    model = ctypes.c_void_p()
    names = array(ctypes.c_char_p, [f"hour {i}".encode() for i in range(classes)])
    status = ect.ect_train(ctypes.byref(matrix), array(u32, labels), u32(classes), names, None, options,
                           ctypes.byref(model))
    assert status == OK, ect.ect_last_error()
    ect.ect_options_free(options)

    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/circle.model".encode()
        assert ect.ect_model_save(model, path) == OK, ect.ect_last_error()
        ect.ect_model_free(model)
        model = ctypes.c_void_p()
        assert ect.ect_model_load(path, ctypes.byref(model)) == OK, ect.ect_last_error()
    assert ect.ect_model_label(model, u32(11)) == b"hour 11"
    found = (u32 * rows)()
    assert ect.ect_predict(model, ctypes.byref(matrix), found, 2) == OK, ect.ect_last_error()
    mistakes = sum(a != b for a, b in zip(found, labels))
    assert mistakes < rows // 20, mistakes
    ect.ect_model_free(model)
    assert ect.ect_model_load(b"/nowhere", ctypes.byref(model)) == INPUT_OUTPUT

    judge_type = ctypes.CFUNCTYPE(ctypes.c_int, u32, u32, u64, ctypes.c_void_p)
    best = 3
    judge = judge_type(lambda first, second, seed, context: int(abs(second - best) < abs(first - best)))
    winner, wrong = u32(), u64()
    ect.ect_select.argtypes = [u32, ctypes.c_char_p, u64, judge_type, ctypes.c_void_p, ctypes.POINTER(u32),
                               ctypes.POINTER(u64)]
    assert ect.ect_select(10, b"ect:2", 1, judge, None, winner, wrong) == OK, ect.ect_last_error()
    assert winner.value == best and wrong.value >= 2, (winner.value, wrong.value)
    stop = judge_type(lambda first, second, seed, context: -1)
    assert ect.ect_select(10, None, 1, stop, None, winner, None) == CANCELLED
    print("passed")


if __name__ == "__main__":
    main(sys.argv[1])
