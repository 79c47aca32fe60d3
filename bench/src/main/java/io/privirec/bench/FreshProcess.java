package io.privirec.bench;

import io.privirec.crypto.agreement.KeyAgreement;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// What something costs in a process that has done nothing before, when nothing is compiled yet.
final class FreshProcess {
  private static final int PROCESSES = 5;
  private static final int KEYSTREAM_BYTES = 1 << 29;

  private FreshProcess() {}

  /// The median processor time of a participant's first round, in milliseconds.
  static double firstRoundMillis() throws IOException, InterruptedException {
    return medianOf("round");
  }

  /// The throughput of the platform's AES-128-CTR over its first 512 MiB.
  static double keystreamGigabytesPerSecond(int pieceKib) throws IOException, InterruptedException {
    return KEYSTREAM_BYTES / 1e6 / medianOf("" + pieceKib);
  }

  /// Prints the milliseconds of processor time that the thread took.
  public static void main(String[] args) throws Exception {
    CpuTime.Work work;
    if (args[0].equals("round")) {
      ClientRound round = new ClientRound(KeyAgreement.X25519, new SecureRandom());
      work = round::run;
    } else {
      int pieceBytes = Integer.parseInt(args[0]) << 10;
      work = () -> expand(pieceBytes);
    }
    System.out.println(CpuTime.millisOf(work));
  }

  private static void expand(int pieceBytes) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
    cipher.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(new byte[16], "AES"),
        new IvParameterSpec(new byte[16]));
    byte[] zeros = new byte[pieceBytes];
    byte[] keystream = new byte[pieceBytes];
    for (int done = 0; done < KEYSTREAM_BYTES; done += pieceBytes) {
      cipher.update(zeros, 0, pieceBytes, keystream, 0);
    }
  }

  private static double medianOf(String what) throws IOException, InterruptedException {
    double[] results = new double[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
      results[i] =
          Double.parseDouble(
              ChildProcess.output(ChildProcess.java(List.of(), FreshProcess.class, what)).strip());
    }
    return CpuTime.median(results);
  }
}
