package io.privirec.secagg.adversary;

import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.RingVector;
import io.privirec.crypto.secret.SecretBytes;
import io.privirec.secagg.KeySchedule;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.participant.InputMasker;
import io.privirec.secagg.participant.ParticipantState.Masking;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The coordinator of a closed round together with participants that help it: what they can make of
/// what the others upload. Vectors are over the ring of 32 bits.
///
/// @param setup what the coordinator told the others
/// @param helpers what each helper knows when it could mask
record Coalition(RoundSetup setup, Map<ParticipantId, Masking> helpers) {
  /// What a participant uploads whose input has one value at all places.
  static int[] upload(Masking state, int input) {
    int[] values = new int[Math.toIntExact(state.record().vector().length())];
    Arrays.fill(values, input);
    InputMasker masker = state.masker();
    return throughChunks(state.record().vector(), values, masker::mask);
  }

  /// An upload without the masks that the helpers know.
  int[] stripped(ParticipantId participant, int[] upload) {
    RoundRecord record = setup.record();
    byte[] label = KeySchedule.pairwiseMaskLabel(record);
    int index = record.indexOf(participant);
    List<MaskKey> added = new ArrayList<>();
    List<MaskKey> subtracted = new ArrayList<>();
    for (ParticipantId peer : setup.peersOf(participant)) {
      Masking helper = helpers.get(peer);
      if (helper == null) {
        continue;
      }
      var theirs = setup.keysOf(participant).maskKey();
      int other = record.indexOf(peer);
      try {
        SecretBytes agreed =
            other < index
                ? helper.maskKeys().initiate(theirs, label).secret()
                : helper.maskKeys().accept(theirs, helper.maskEncapsulations().get(participant));
        MaskKey mask = KeySchedule.pairwiseMask(record, agreed, setup.context(), other, index);
        (other < index ? added : subtracted).add(mask);
      } catch (GeneralSecurityException e) {
        throw new AssertionError(e);
      }
    }
    MaskSum known = new MaskSum(added, subtracted).negated();
    return throughChunks(record.vector(), upload, known::addTo);
  }

  /// The sum of some vectors, each times its coefficient.
  static int[] combined(
      SortedMap<ParticipantId, int[]> vectors, Map<ParticipantId, Integer> coefficients) {
    int[] sum = new int[vectors.get(vectors.firstKey()).length];
    coefficients.forEach((participant, coefficient) -> {
      int[] vector = vectors.get(participant);
      for (int i = 0; i < sum.length; i++) {
        sum[i] += coefficient * vector[i];
      }
    });
    return sum;
  }

  /// All combinations of some participants with coefficients −1, 0 and 1, without the empty one. Of
  /// a combination and its opposite, which tell the same, there is one.
  static List<Map<ParticipantId, Integer>> combinations(List<ParticipantId> participants) {
    List<Map<ParticipantId, Integer>> combinations = new ArrayList<>();
    int all = (int) Math.pow(3, participants.size());
    for (int code = 1; code <= all / 2; code++) {
      Map<ParticipantId, Integer> coefficients = new TreeMap<>();
      int rest = code;
      for (ParticipantId participant : participants) {
        int digit = rest % 3;
        rest /= 3;
        if (digit != 0) {
          coefficients.put(participant, digit == 1 ? 1 : -1);
        }
      }
      combinations.add(coefficients);
    }
    return combinations;
  }

  /// What happens to the elements of one chunk.
  private interface OnChunk {
    void apply(int chunk, RingVector values);
  }

  private static int[] throughChunks(VectorSpec vector, int[] values, OnChunk work) {
    int[] result = new int[values.length];
    for (int chunk = 0; chunk < vector.chunks(); chunk++) {
      int first = (int) vector.firstElementOf(chunk);
      RingVector some = RingVector.zero(vector.ring(), vector.elementsInChunk(chunk));
      for (int i = 0; i < some.length(); i++) {
        some.setSigned(i, values[first + i]);
      }
      work.apply(chunk, some);
      for (int i = 0; i < some.length(); i++) {
        result[first + i] = (int) some.getSigned(i);
      }
    }
    return result;
  }
}
