"""Prints every tensor of .safetensors files (name, dtype, shape, minimum, maximum); needs numpy only.

Usage: python3 docs/read_release.py factors.safetensors filter.safetensors
"""
import json
import sys

import numpy as np

DTYPES = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I32": "<i4", "I64": "<i8"}
DTYPES |= {"U8": "u1", "U16": "<u2", "U32": "<u4"}


def tensors(path):
    data = np.memmap(path, np.uint8, "r")
    size = int(data[:8].view("<u8")[0])
    for name, spec in json.loads(bytes(data[8 : 8 + size])).items():
        if name != "__metadata__":
            start, end = (8 + size + offset for offset in spec["data_offsets"])
            yield name, data[start:end].view(DTYPES[spec["dtype"]]).reshape(spec["shape"])


for file in sys.argv[1:]:
    for name, t in tensors(file):
        print(name, t.dtype, t.shape, *([t.min(), t.max()] if t.size else ["empty"]))
