package io.privirec.filter.safetensors;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The header: which tensor lies where.
///
/// File: 8 bytes little-endian header length N; N bytes of JSON
/// `{"__metadata__":{..},"name":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},..}`, padded
/// with spaces to a multiple of 8; then the tensors' bytes, offsets counted from there.
///
/// @param tensors in the order of their bytes
/// @param metadata free text values
record SafetensorsHeader(List<TensorSpec> tensors, SortedMap<String, String> metadata) {
  /// The longest header accepted and written.
  static final int MAX_BYTES = 1 << 20;

  private static final String METADATA = "__metadata__";

  SafetensorsHeader {
    tensors = List.copyOf(tensors);
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    if (tensors.stream().map(TensorSpec::name).distinct().count() != tensors.size()) {
      throw new IllegalArgumentException("tensor names must be unique");
    }
  }

  long dataBytes() {
    return tensors.stream().mapToLong(TensorSpec::byteSize).reduce(0, Math::addExact);
  }

  byte[] encode() {
    return encode(0);
  }

  /// The same with more spaces at its end.
  ///
  /// @param length of the header, a multiple of 8, where it is not longer by itself
  byte[] encode(int length) {
    StringBuilder json = new StringBuilder("{");
    if (!metadata.isEmpty()) {
      json.append(HeaderJson.quote(METADATA)).append(":{");
      metadata.forEach((key, value) ->
          json.append(HeaderJson.quote(key))
              .append(':')
              .append(HeaderJson.quote(value))
              .append(','));
      json.setCharAt(json.length() - 1, '}');
      json.append(',');
    }
    long offset = 0;
    for (TensorSpec tensor : tensors) {
      long end = Math.addExact(offset, tensor.byteSize());
      json.append(HeaderJson.quote(tensor.name()))
          .append(":{\"dtype\":\"")
          .append(tensor.type())
          .append("\",\"shape\":")
          .append(tensor.shape().toString().replace(" ", ""))
          .append(",\"data_offsets\":[%s,%s]},".formatted(offset, end));
      offset = end;
    }
    if (json.length() > 1) {
      json.setLength(json.length() - 1);
    }
    json.append('}');
    byte[] text = json.toString().getBytes(StandardCharsets.UTF_8);
    byte[] padded = Arrays.copyOf(text, Math.max(length, (text.length + 7) / 8 * 8));
    Arrays.fill(padded, text.length, padded.length, (byte) ' ');
    if (padded.length > MAX_BYTES) {
      throw new IllegalArgumentException("header must have at most %s bytes".formatted(MAX_BYTES));
    }
    return padded;
  }

  /// Reads a header strictly.
  ///
  /// @param dataBytes how many bytes follow the header: the tensors must cover exactly these
  static SafetensorsHeader decode(byte[] json, long dataBytes) throws SafetensorsException {
    Map<String, Object> members = HeaderJson.parse(json);
    SortedMap<String, String> metadata = new TreeMap<>();
    Map<TensorSpec, Long> starts = new HashMap<>();
    List<TensorSpec> tensors = new ArrayList<>();
    for (Map.Entry<String, Object> member : members.entrySet()) {
      if (member.getKey().equals(METADATA)) {
        for (Map.Entry<?, ?> entry : object(member).entrySet()) {
          if (!(entry.getValue() instanceof String text)) {
            throw new SafetensorsException("metadata values must be strings");
          }
          metadata.put(String.valueOf(entry.getKey()), text);
        }
      } else {
        readTensor(member, tensors, starts);
      }
    }
    tensors.sort(
        Comparator.comparingLong((TensorSpec tensor) -> starts.getOrDefault(tensor, 0L))
            .thenComparingLong(TensorSpec::byteSize));
    long offset = 0;
    for (TensorSpec tensor : tensors) {
      if (starts.getOrDefault(tensor, -1L) != offset) {
        throw new SafetensorsException("gap or overlap before tensor " + tensor.name());
      }
      offset += tensor.byteSize();
    }
    if (offset != dataBytes) {
      throw new SafetensorsException(
          "tensors take %s bytes, the file has %s for them".formatted(offset, dataBytes));
    }
    return new SafetensorsHeader(tensors, metadata);
  }

  private static void readTensor(
      Map.Entry<String, Object> member, List<TensorSpec> tensors, Map<TensorSpec, Long> starts)
      throws SafetensorsException {
    Map<?, ?> fields = object(member);
    if (fields.size() != 3
        || !(fields.get("dtype") instanceof String dtype)
        || !(fields.get("shape") instanceof List<?> shape)
        || !(fields.get("data_offsets") instanceof List<?> offsets)
        || offsets.size() != 2) {
      throw new SafetensorsException(
          "tensor %s must have dtype, shape and data_offsets".formatted(member.getKey()));
    }
    try {
      TensorSpec tensor =
          new TensorSpec(
              member.getKey(),
              TensorType.valueOf(dtype),
              shape.stream().map(extent -> (Long) extent).toList());
      long start = (Long) offsets.get(0);
      long end = (Long) offsets.get(1);
      if (start < 0 || end < start || end - start != tensor.byteSize()) {
        throw new SafetensorsException(
            "tensor %s needs %s bytes, its offsets are [%s, %s]"
                .formatted(tensor.name(), tensor.byteSize(), start, end));
      }
      tensors.add(tensor);
      starts.put(tensor, start);
    } catch (IllegalArgumentException e) {
      throw new SafetensorsException("tensor %s: %s".formatted(member.getKey(), e.getMessage()));
    }
  }

  private static Map<?, ?> object(Map.Entry<String, Object> member) throws SafetensorsException {
    if (member.getValue() instanceof Map<?, ?> object) {
      return object;
    }
    throw new SafetensorsException("%s must be an object".formatted(member.getKey()));
  }
}
