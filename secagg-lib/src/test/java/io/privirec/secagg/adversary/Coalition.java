package io.privirec.secagg.adversary;

import io.privirec.crypto.encoding.ByteString;
import io.privirec.crypto.prg.MaskKey;
import io.privirec.crypto.prg.MaskSum;
import io.privirec.crypto.ring.RingVector;
import io.privirec.secagg.ParticipantId;
import io.privirec.secagg.RecordedRound;
import io.privirec.secagg.RoundRecord;
import io.privirec.secagg.VectorSpec;
import io.privirec.secagg.message.RoundSetup;
import io.privirec.secagg.participant.InputMasker;
import io.privirec.secagg.participant.ParticipantState.Masking;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

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

    List<MaskKey> added = new ArrayList<>();
    List<MaskKey> subtracted = new ArrayList<>();
    for (ParticipantId peer : setup.peersOf(participant)) {
      Masking helper = helpers.get(peer);
      if (helper != null) {
        ByteString sent = helper.maskEncapsulations().get(participant);
        (peer.compareTo(participant) < 0 ? added : subtracted)
            .add(setup.mask(peer, helper.maskKeys(), participant, sent));
      }
    }
    MaskSum known = new MaskSum(added, subtracted).negated();
    return throughChunks(record.vector(), upload, known::addTo);
  }

  /// What the coordinator makes of the uploads of the honest when all others help it.
  static SortedMap<ParticipantId, int[]> stripped(
      Map<ParticipantId, Masking> states,
      Map<ParticipantId, int[]> uploads,
      List<ParticipantId> honest) {
    Map<ParticipantId, Masking> helpers = new TreeMap<>(states);
    helpers.keySet().removeAll(honest);
    Coalition coalition = new Coalition(states.get(honest.getFirst()).setup(), helpers);
    SortedMap<ParticipantId, int[]> stripped = new TreeMap<>();
    honest.forEach(id -> stripped.put(id, coalition.stripped(id, uploads.get(id))));
    return stripped;
  }

  /// Everybody's state before it uploads.
  static Map<ParticipantId, Masking> masking(RecordedRound run) {
    Map<ParticipantId, Masking> states = new TreeMap<>();
    run.states.keySet().forEach(id -> states.put(id, run.state(id, Masking.class)));
    return states;
  }

  /// The coefficients of a sum.
  static Map<ParticipantId, Integer> everybody(Collection<ParticipantId> members) {
    return members.stream().collect(Collectors.toMap(id -> id, _ -> 1));
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
