package io.privirec.filter.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowBlocksTest {
  @ParameterizedTest
  @CsvSource({"0, 7", "1, 7", "7, 7", "8, 7", "1000, 1", "1000, 7", "1000, 2000"})
  void forEach_rows_visitsEachOnceInBlocks(int rows, int blockRows) {
    AtomicIntegerArray visits = new AtomicIntegerArray(rows);
    RowBlocks.forEach(
        rows,
        blockRows,
        (from, to) -> {
          assertThat(from % blockRows).isZero();
          assertThat(to).isEqualTo(Math.min(rows, from + blockRows));
          for (int row = from; row < to; row++) {
            visits.incrementAndGet(row);
          }
        });
    for (int row = 0; row < rows; row++) {
      assertThat(visits.get(row)).isEqualTo(1);
    }
  }

  @Test
  void forEach_scratch_isOfOneThreadAndComesBack() {
    AtomicInteger made = new AtomicInteger();
    record Scratch(Thread owner, AtomicInteger rows) {}
    Collection<Scratch> scratches =
        RowBlocks.forEach(
            10_000,
            3,
            () -> {
              made.incrementAndGet();
              return new Scratch(Thread.currentThread(), new AtomicInteger());
            },
            (scratch, from, to) -> {
              assertThat(scratch.owner()).isSameAs(Thread.currentThread());
              scratch.rows().addAndGet(to - from);
            });
    assertThat(scratches).hasSize(made.get());
    assertThat(scratches.stream().mapToInt(scratch -> scratch.rows().get()).sum())
        .isEqualTo(10_000);
  }

  @Test
  void forEach_workThatFails_isToldAsItWasThrown_whenNobodyWorksAnyMore() {
    for (int trial = 0; trial < 50; trial++) {
      AtomicInteger working = new AtomicInteger();
      ArithmeticException failure = new ArithmeticException("of block 7");
      assertThatThrownBy(() ->
              RowBlocks.forEach(
                  100,
                  1,
                  (from, to) -> {
                    working.incrementAndGet();
                    try {
                      if (from == 7) {
                        throw failure;
                      }
                      Thread.onSpinWait();
                    } finally {
                      working.decrementAndGet();
                    }
                  }))
          .isSameAs(failure);
      assertThat(working).hasValue(0);
    }
  }
}
