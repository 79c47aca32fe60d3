"""One kernel with numpy and scipy, on the files that bench/run writes: kernels.py KERNEL DIRECTORY.

Prints the elapsed seconds of the median run, the processor seconds of the mean run, the peak of
resident memory in MiB, and a number that tells whether the result is right.
"""

import resource
import sys
import time

try:
    import numpy as np
    import scipy.sparse as sp
except ImportError as missing:
    sys.exit(f"{missing}. Install what is measured beside ours: python3 -m pip install numpy scipy")

RANK = 256
BATCH = 256
TOP = 20
WARM_UP_RUNS = 1
RUNS = 3


def interactions(directory, items):
    offsets = np.fromfile(f"{directory}/indptr.i32", dtype="<i4")
    columns = np.fromfile(f"{directory}/indices.i32", dtype="<i4")
    ones = np.ones(len(columns), dtype=np.float32)
    return sp.csr_matrix((ones, columns, offsets), shape=(len(offsets) - 1, items))


def normalised(r):
    """U^-1/2 R V^-1/2 in floats."""

    def inverse_roots(degrees):
        degrees = np.asarray(degrees, dtype=np.float64).ravel()
        return np.divide(1, np.sqrt(degrees), out=np.zeros_like(degrees), where=degrees > 0)

    users = sp.diags(inverse_roots(r.sum(axis=1)).astype(np.float32))
    items = sp.diags(inverse_roots(r.sum(axis=0)).astype(np.float32))
    return (users @ r @ items).tocsr()


def squares(matrix):
    return float(np.sum(np.square(matrix, dtype=np.float64)))


def top(scores):
    """The best of each row, best first."""
    best = np.argpartition(-scores, TOP, axis=1)[:, :TOP]
    order = np.argsort(-np.take_along_axis(scores, best, axis=1), axis=1)
    return np.take_along_axis(best, order, axis=1)


def prepare(kernel, directory):
    """What is timed, and what is checked of its result."""
    x = np.fromfile(f"{directory}/x.f32", dtype="<f4").reshape(-1, RANK)
    r = interactions(directory, len(x))
    if kernel == "gram":
        rn = normalised(r)
        return lambda: rn.T @ rn, lambda gram: float(gram.nnz)
    if kernel == "product":
        rn = normalised(r)
        rt = rn.T.tocsr()
        return lambda: rt @ (rn @ x), squares
    if kernel == "gram-product":
        rn = normalised(r)
        gram = (rn.T @ rn).tocsr()
        gram.sort_indices()
        return lambda: gram @ x, squares
    if kernel == "qr":
        return lambda: np.linalg.qr(x), lambda qr: float(np.sum(np.abs(np.diag(qr[1]))))
    if kernel == "dense":
        a = x[:BATCH].copy()
        return lambda: a @ x.T, squares
    if kernel == "scores":
        rn = normalised(r)
        gram = (rn.T @ rn).tocsr()
        users = r[:BATCH]
        return lambda: (users @ gram).toarray(), squares
    if kernel == "top-k":
        scores = x.reshape(BATCH, -1)
        return lambda: top(scores), lambda best: float(np.sum(best))
    sys.exit(f"unknown kernel: {kernel}")


def main():
    run, check = prepare(sys.argv[1], sys.argv[2])
    for _ in range(WARM_UP_RUNS):
        run()
    seconds = []
    cpu = 0.0
    for _ in range(RUNS):
        cpu_begun = time.process_time()
        begun = time.perf_counter()
        result = run()
        seconds.append(time.perf_counter() - begun)
        cpu += time.process_time() - cpu_begun
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(sorted(seconds)[RUNS // 2], cpu / RUNS, peak, check(result))


main()
