package io.privirec.crypto.digest;

import java.util.List;

/// The Merkle tree hash of RFC 6962 §2.1: `leaf = H(00 ‖ digest)`, `node = H(01 ‖ left ‖ right)`,
/// the left subtree the largest full one, and `H()` for no leaves. The prefixes keep a node from
/// passing as a leaf.
public final class MerkleTree {
  private static final byte[] LEAF = {0};
  private static final byte[] NODE = {1};

  private MerkleTree() {}

  public static Digest root(List<Digest> leaves) {
    if (leaves.isEmpty()) {
      return Digest.of();
    }
    if (leaves.size() == 1) {
      return Digest.of(LEAF, leaves.getFirst().bytes());
    }
    int split = Integer.highestOneBit(leaves.size() - 1);
    Digest left = root(leaves.subList(0, split));
    Digest right = root(leaves.subList(split, leaves.size()));
    return Digest.of(NODE, left.bytes(), right.bytes());
  }
}
