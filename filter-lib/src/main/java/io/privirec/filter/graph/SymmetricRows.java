package io.privirec.filter.graph;

import io.privirec.filter.matrix.Axpy;
import io.privirec.filter.matrix.RowBlocks;
import io.privirec.filter.matrix.SymmetricProduct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/// Rows of a sum of symmetric products with scaled sides, of which half is computed:
///
/// F_ij = Σ_t (l_ti · r_tj) · T_t,ij in floats, t ascending, by fused multiply-add from 0, where
/// T_t = B W Bᵀ as [SymmetricProduct] has it.
///
/// A tile of rows i and columns j ≥ i gives F_ij and F_ji. Of either only what may be among the
/// largest of its row is kept: what reaches the row's bound ([RowBounds]). Where fewer did than are
/// wanted the row is made anew, whole; so the bound only saves time and memory.
///
/// Memory: the products, as many floats as their bases have; about 4 bytes per item and entry
/// wanted of a row, for entries of rows that come later.
final class SymmetricRows implements RowCandidates {
  private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = FLOATS.length();
  private static final int TILE = SymmetricProduct.TILE;
  private static final int GROUPS = TILE / ROWS_PER_TASK;

  private final List<SymmetricTerm> terms;
  private final List<SymmetricProduct> products;
  private final float[][] left;
  private final float[][] right;
  private final int items;
  private final int limit;

  /// Least modulus of a candidate, by row; infinite beyond the last row.
  private final float[] bounds;

  private final RowEntries.Pool chunks = new RowEntries.Pool();

  /// Entries of rows that come later, by group of rows.
  private final RowEntries[] pending;

  /// Entries of the current block from its diagonal tile on, by tile and group.
  private RowEntries[][] fresh = new RowEntries[0][];

  private int firstTile;

  /// @param terms at least one
  /// @param limit most entries that are asked for
  SymmetricRows(List<SymmetricTerm> terms, int limit) {
    this.terms = terms;
    this.items = terms.getFirst().basis().rows();
    this.limit = limit;
    int padded = tiles() * TILE;
    this.left = terms.stream().map(t -> Arrays.copyOf(t.left(), padded)).toArray(float[][]::new);
    this.right = terms.stream().map(t -> Arrays.copyOf(t.right(), padded)).toArray(float[][]::new);
    this.products = terms.stream().map(t -> SymmetricProduct.of(t.basis(), t.weights())).toList();
    this.bounds = new float[padded];
    Arrays.fill(bounds, items, padded, Float.POSITIVE_INFINITY);
    this.pending = new RowEntries[padded / ROWS_PER_TASK];
    Arrays.setAll(pending, group -> new RowEntries(chunks));
    RowBounds.find(terms, items, limit, bounds);
  }

  private int tiles() {
    return (items + TILE - 1) / TILE;
  }

  @Override
  public void advance(int first, int rows) {
    firstTile = first / TILE;
    List<SymmetricProduct.Rows> block =
        products.stream().map(product -> product.rows(first)).toList();
    fresh = new RowEntries[tiles() - firstTile][GROUPS];
    RowBlocks.forEach(
        fresh.length,
        1,
        () -> new Scratch(terms.size()),
        (scratch, tile, end) -> {
          for (int t = 0; t < terms.size(); t++) {
            block.get(t).tile((firstTile + tile) * TILE, scratch.tiles[t]);
          }
          Arrays.setAll(fresh[tile], group -> new RowEntries(chunks));
          takeTile(first, rows, tile, scratch);
        });
  }

  /// What one thread needs at a time.
  private static final class Scratch {
    private final float[][] tiles;
    private final float[] forth = new float[TILE];
    private final float[] back = new float[TILE];

    /// A bit for each column of a tile that reaches its bound.
    private final long[] reachingForth = new long[TILE / Long.SIZE];

    private final long[] reachingBack = new long[TILE / Long.SIZE];

    Scratch(int terms) {
      tiles = new float[terms][TILE * TILE];
    }
  }

  /// Takes the candidates of F_ij and F_ji for i of the block and j > i of one tile.
  private void takeTile(int first, int rows, int tile, Scratch scratch) {
    int firstColumn = first + tile * TILE;
    int width = Math.min(TILE, items - firstColumn);
    for (int row = 0; row < rows; row++) {
      fillRow(first + row, firstColumn, row, width, scratch);
      takeRow(first + row, firstColumn, row, tile == 0 ? row + 1 : 0, width, scratch, fresh[tile]);
    }
  }

  /// Both directions in one pass: what is read of a tile is used twice.
  ///
  /// @param row of the tile, that of item i
  private void fillRow(int item, int firstColumn, int row, int width, Scratch scratch) {
    Arrays.fill(scratch.reachingForth, 0);
    Arrays.fill(scratch.reachingBack, 0);
    FloatVector bound = FloatVector.broadcast(FLOATS, bounds[item]);
    for (int lane = 0; lane < width; lane += LANES) {
      int column = firstColumn + lane;
      FloatVector forth = FloatVector.zero(FLOATS);
      FloatVector back = FloatVector.zero(FLOATS);
      for (int t = 0; t < left.length; t++) {
        FloatVector product = FloatVector.fromArray(FLOATS, scratch.tiles[t], row * TILE + lane);
        forth =
            FloatVector.fromArray(FLOATS, right[t], column).mul(left[t][item]).fma(product, forth);
        back =
            FloatVector.fromArray(FLOATS, left[t], column).mul(right[t][item]).fma(product, back);
      }
      forth.intoArray(scratch.forth, lane);
      back.intoArray(scratch.back, lane);
      scratch.reachingForth[lane / Long.SIZE] |= reaching(forth, bound) << lane;
      scratch.reachingBack[lane / Long.SIZE] |=
          reaching(back, FloatVector.fromArray(FLOATS, bounds, column)) << lane;
    }
  }

  /// A bit for each lane whose modulus is at least the bound.
  private static long reaching(FloatVector values, FloatVector bound) {
    return values.abs().compare(VectorOperators.GE, bound).toLong();
  }

  /// Takes what reaches its bound, 64 columns at a time: a branch for each few columns would be
  /// mispredicted half of the time.
  ///
  /// @param from first column of the tile that counts
  /// @param width columns of the tile
  /// @param ofBlock takes entries F_ij, by group
  private void takeRow(
      int item,
      int firstColumn,
      int row,
      int from,
      int width,
      Scratch scratch,
      RowEntries[] ofBlock) {
    RowEntries ofRow = ofBlock[row / ROWS_PER_TASK];
    for (int start = from / Long.SIZE * Long.SIZE; start < width; start += Long.SIZE) {
      long counting = -1L >>> Math.max(0, start + Long.SIZE - width);
      if (start < from) {
        counting &= -1L << (from - start);
      }
      long reaching = scratch.reachingForth[start / Long.SIZE] & counting;
      for (; reaching != 0; reaching &= reaching - 1) {
        int at = start + Long.numberOfTrailingZeros(reaching);
        ofRow.add(row % ROWS_PER_TASK, firstColumn + at, scratch.forth[at]);
      }
      reaching = scratch.reachingBack[start / Long.SIZE] & counting;
      for (; reaching != 0; reaching &= reaching - 1) {
        int at = start + Long.numberOfTrailingZeros(reaching);
        int column = firstColumn + at;
        pending[column / ROWS_PER_TASK].add(column % ROWS_PER_TASK, item, scratch.back[at]);
      }
    }
  }

  @Override
  public void select(int from, int to, RowSelector selector, IntConsumer filled) {
    int group = from / ROWS_PER_TASK;
    List<RowEntries> parts = new ArrayList<>(List.of(pending[firstTile * GROUPS + group]));
    Arrays.stream(fresh).map(tile -> tile[group]).forEach(parts::add);
    RowEntries.Sorted sorted = RowEntries.sortByRow(parts);
    for (int row = from; row < to; row++) {
      int item = firstTile * TILE + row;
      selector.clear();
      sorted.offer(row - from, selector);
      if (selector.candidates() < limit
          && Float.floatToRawIntBits(bounds[item]) > RowSelector.SMALLEST) {
        selector.collect(wholeRow(item), 0, items, limit);
      }
      filled.accept(row);
    }
  }

  /// Row i of F, to the same bits, with 0 for F_ii.
  private float[] wholeRow(int item) {
    float[] values = new float[items];
    for (int t = 0; t < terms.size(); t++) {
      Axpy.addProducts(left[t][item], right[t], 0, products.get(t).row(item), 0, values, items);
    }
    values[item] = 0;
    return values;
  }
}
