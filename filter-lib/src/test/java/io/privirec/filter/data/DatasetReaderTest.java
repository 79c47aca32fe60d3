package io.privirec.filter.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.filter.matrix.InteractionMatrix;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetReaderTest {
  @TempDir Path directory;

  @Test
  void read_lightGcn_keepsTheFilesIndices() throws IOException {
    write("train.txt", "0 3 1\n2 0\n");
    writeGzip("test.txt.gz", "0 2\r\n1 \n2 4\n");
    Dataset dataset = DatasetReader.read(directory);
    assertThat(dataset.name()).isEqualTo(directory.getFileName().toString());
    assertThat(dataset.userIds()).containsExactly("0", "1", "2");
    assertThat(dataset.itemIds()).containsExactly("0", "1", "2", "3", "4");
    assertThat(dataset.train())
        .isEqualTo(InteractionMatrix.of(3, 5, new int[] {0, 2, 2, 3}, new int[] {1, 3, 0}));
    assertThat(dataset.test())
        .isEqualTo(InteractionMatrix.of(3, 5, new int[] {0, 1, 1, 2}, new int[] {2, 4}));
  }

  @Test
  void read_userWithoutItems_hasNone() throws IOException {
    write("train.txt", "0 1\n1 0\n");
    write("test.txt", "0\n1 \n");
    assertThat(DatasetReader.read(directory).test().interactions()).isZero();
    write("train.txt", "0 1\n1 \n2\n");
    assertThat(DatasetReader.read(directory).users()).isEqualTo(3);
    write("train.txt", "0 \n1\n");
    assertBroken(directory, "train.txt", 0, "no interactions");
  }

  @Test
  void read_brokenLightGcnLines_areNamed() throws IOException {
    write("test.txt", "0 9\n");
    for (String[] broken :
        new String[][] {
          {"0 1\n1 -2\n", "2", "expected integers"},
          {"0 1\n\n1 2\n", "2", "empty"},
          {"0 1\n0 2\n", "2", "two lines"},
          {"0 1 2 1\n", "1", "item 1 is repeated"},
          {"0 1  2\n", "1", "single spaces"},
          {"0 a\n", "1", "expected integers"},
          {"0 1\n1 99999999999999999999\n", "2", "[0, 16777215]"},
          {" 0 1\n", "1", "expected integers"},
          {"0\t1\n", "1", "expected integers"},
        }) {
      write("train.txt", broken[0]);
      assertBroken(directory, "train.txt", Long.parseLong(broken[1]), broken[2]);
    }
    write("train.txt", "0 1\n1 9\n0 5\n".substring(0, 8));
    write("test.txt", "0 3\n1 2 9\n");
    assertBroken(directory, "test.txt", 2, "in train, too");
  }

  @Test
  void read_emptyFile_isRefused() throws IOException {
    write("train.txt", "");
    write("test.txt", "");
    assertBroken(directory, "train.txt", 0, "no interactions");
    Path csv = write("x.csv", "user,item\n");
    assertBroken(csv, "x.csv", 0, "no interactions");
  }

  @Test
  void read_tabs_sortsNumericIdsAsNumbers() throws IOException {
    write("u.data", "10\t7\t5\t881250949\n9\t100\t1\t881250950\n9\t7\t3.5\t881250951\n");
    Dataset dataset = DatasetReader.read(directory);
    assertThat(dataset.userIds()).containsExactly("9", "10");
    assertThat(dataset.itemIds()).containsExactly("7", "100");
    assertThat(dataset.train().row(0)).containsExactly(0, 1);
    assertThat(dataset.train().row(1)).containsExactly(0);
  }

  @Test
  void read_doubleColonsGzip_isReadByItsName() throws IOException {
    writeGzip("ratings.dat.gz", "1::2::5\n1::3::4::978300760\n");
    assertThat(DatasetReader.read(directory).interactions()).isEqualTo(2);
    assertThat(DatasetReader.read(directory.resolve("ratings.dat.gz")).name()).isEqualTo("ratings");
  }

  @Test
  void read_nameInCapitals_isKnown() throws IOException {
    writeGzip("EXPORT.CSV.GZ", "USER,ITEM\nann,a\n");
    Dataset dataset = DatasetReader.read(directory.resolve("EXPORT.CSV.GZ"));
    assertThat(dataset.name()).isEqualTo("EXPORT");
    assertThat(dataset.interactions()).isEqualTo(1);
  }

  @Test
  void read_csv_allowsHeaderRatingAndTextIds() throws IOException {
    Path file =
        write("shop.csv", "user,item,rating\nbob,apple,5\nanna,pear,\n".replace(",\n", ",1\n"));
    Dataset dataset = DatasetReader.read(file);
    assertThat(dataset.name()).isEqualTo("shop");
    assertThat(dataset.userIds()).containsExactly("anna", "bob");
    assertThat(dataset.itemIds()).containsExactly("apple", "pear");
  }

  @Test
  void read_csvInTwoFiles_isNotSplitAgain() throws IOException {
    write("train.csv", "b,x\na,x\n");
    write("test.csv", "b,y\n");
    Dataset dataset = DatasetReader.read(directory);
    assertThat(dataset.train().interactions()).isEqualTo(2);
    assertThat(dataset.test().row(1)).containsExactly(1);
    write("test.csv", "user,item\nb,y\na,x\n");
    assertBroken(directory, "test.csv", 3, "in train, too");
  }

  @Test
  void read_damagedLightGcn_isRefused() throws IOException {
    write("train.txt", "0 1\n");
    Files.write(directory.resolve("test.txt"), new byte[] {'0', ' ', (byte) 0xe9, '\n'});
    assertBroken(directory, "test.txt", 1, "is not UTF-8");
    Path whole = writeGzip("test.txt", "0 2\n");
    byte[] bytes = Files.readAllBytes(whole);
    Files.write(whole, Arrays.copyOf(bytes, bytes.length - 9));
    assertBroken(directory, "test.txt", 2, "gzip data ends too early");
  }

  @Test
  void read_ratings_areKeptInBothPartsOfASplit() throws IOException {
    Path file = write("x.csv", "b,x,5\na,z,1\na,y,4\na,y,2.5\n");
    Dataset dataset = DatasetReader.read(file);
    assertThat(dataset.trainRatings().row(0)).containsExactly(2.5f, 1);
    assertThat(dataset.trainRatings().row(1)).containsExactly(5);
    assertThat(dataset.duplicates()).isEqualTo(1);
    write("train.csv", "b,x,5\nb,x,3\n");
    write("test.csv", "b,y,1\n");
    Dataset split = DatasetReader.read(directory);
    assertThat(split.trainRatings().row(0)).containsExactly(3);
    assertThat(split.testRatings().row(0)).containsExactly(1);
    assertThat(split.duplicates()).isEqualTo(1);
  }

  @Test
  void read_ofRatings_holdsATenthOut() throws IOException {
    StringBuilder ratings = new StringBuilder();
    for (int r = 0; r < 100; r++) {
      ratings.append(r % 7).append("::").append(r).append("::").append(r).append('\n');
    }
    Path file = write("x.dat", ratings.toString());
    Dataset test = DatasetReader.read(file, DatasetReader.Split.RATINGS_80_10_10, 3);
    Dataset validation = DatasetReader.read(file, DatasetReader.Split.RATINGS_VALIDATION, 3);
    assertThat(test.train().interactions()).isEqualTo(80);
    assertThat(test.test().interactions()).isEqualTo(10);
    assertThat(validation.trainRatings()).isEqualTo(test.trainRatings());
    assertThat(validation.testRatings()).isNotEqualTo(test.testRatings());
  }

  @Test
  void read_unknownPlaces_areRefused() throws IOException {
    assertBroken(directory, directory.getFileName().toString(), 0, "directory has neither");
    Path odd = write("data.parquet", "x");
    assertBroken(odd, "data.parquet", 0, "name must end in");
    assertThatThrownBy(() -> DatasetReader.read(directory.resolve("no.csv")))
        .isInstanceOf(java.nio.file.NoSuchFileException.class);
  }

  @Test
  void fingerprint_sameInteractionsInOtherOrder_isTheSame() throws IOException {
    Path one = write("one.csv", "a,x\na,y\nb,x\n");
    Path two = writeGzip("two.csv.gz", "user,item\nb,x\na,y\na,x\n");
    Path three = write("three.csv", "a,x\na,y\nb,y\n");
    String sha256 = DatasetReader.read(one).sha256();
    assertThat(sha256).hasSize(64).isEqualTo(DatasetReader.read(two).sha256());
    assertThat(DatasetReader.read(three).sha256()).isNotEqualTo(sha256);
  }

  @Test
  void fingerprint_smallestDataset_isThatOfTheSpecifiedBytes() throws Exception {
    Dataset dataset = DatasetReader.read(write("one.csv", "a,x\n"));
    byte[] magic = "privirec-dataset-v1\n".getBytes(StandardCharsets.US_ASCII);
    byte[] counts = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}; // 1 × 1; one item: 0
    byte[] none = {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}; // 1 × 1; no items
    var digest = java.security.MessageDigest.getInstance("SHA-256");
    for (byte[] part : List.of(magic, counts, none)) {
      digest.update(part);
    }
    assertThat(dataset.sha256()).isEqualTo(HexFormat.of().formatHex(digest.digest()));
  }

  private void assertBroken(Path path, String file, long line, String why) {
    assertThatThrownBy(() -> DatasetReader.read(path))
        .asInstanceOf(InstanceOfAssertFactories.type(DatasetFormatException.class))
        .satisfies(e -> {
          assertThat(e.file()).endsWith(file);
          assertThat(e.line()).isEqualTo(line);
          assertThat(e.why()).contains(why);
        });
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private Path writeGzip(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }
}
