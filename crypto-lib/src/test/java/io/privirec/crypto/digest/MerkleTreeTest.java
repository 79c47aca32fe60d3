package io.privirec.crypto.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MerkleTreeTest {
  private static final byte[] LEAF = {0};
  private static final byte[] NODE = {1};

  @Test
  void root_ofSeven_followsRfc6962() {
    List<Digest> d = digests(7);
    Digest left = node(node(leaf(d.get(0)), leaf(d.get(1))), node(leaf(d.get(2)), leaf(d.get(3))));
    Digest right = node(node(leaf(d.get(4)), leaf(d.get(5))), leaf(d.get(6)));
    assertThat(MerkleTree.root(d)).isEqualTo(node(left, right));
  }

  @Test
  void root_ofNone_isTheHashOfNothing() {
    assertThat(MerkleTree.root(List.of())).isEqualTo(Digest.of());
  }

  @Test
  void root_ofEveryPrefixAndOrder_differs() {
    Set<Digest> roots = new HashSet<>();
    for (int size = 1; size <= 33; size++) {
      assertThat(roots.add(MerkleTree.root(digests(size)))).isTrue();
      if (size > 1) {
        assertThat(roots.add(MerkleTree.root(digests(size).reversed()))).isTrue();
      }
    }
  }

  private static List<Digest> digests(int size) {
    List<Digest> digests = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      digests.add(Digest.of(new byte[] {(byte) i}));
    }
    return digests;
  }

  private static Digest leaf(Digest digest) {
    return Digest.of(LEAF, digest.bytes());
  }

  private static Digest node(Digest left, Digest right) {
    return Digest.of(NODE, left.bytes(), right.bytes());
  }
}
