package io.privirec.stage.deployment;

import io.privirec.operator.http.AdminToken;
import io.privirec.operator.option.InvalidOptionException;
import java.net.URI;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Where a service runs that was started elsewhere, and what its operator shows to it; written
/// `http://127.0.0.1:8080=token-file`.
///
/// @param tokenFile the file with its admin token
public record ServiceAddress(URI uri, Path tokenFile) {
  /// Reads an address and a file.
  public static ServiceAddress parse(String text) {
    int end = text.lastIndexOf('=');
    if (end < 0) {
      throw new TypeConversionException("must be URL=FILE. Provided value: " + text);
    }
    return new ServiceAddress(url(text.substring(0, end)), Path.of(text.substring(end + 1)));
  }

  /// The address of a service alone.
  static URI url(String text) {
    try {
      URI uri = URI.create(text);
      if (uri.getHost() != null && uri.getScheme() != null && uri.getScheme().startsWith("http")) {
        return uri;
      }
    } catch (IllegalArgumentException noUri) {
      // Says the same below.
    }
    throw new TypeConversionException("must begin with http://HOST. Provided value: " + text);
  }

  /// Reads the token.
  ///
  /// @throws InvalidOptionException if the file cannot be read
  public AdminToken token() {
    return AdminToken.read(tokenFile);
  }

  /// Reads an address and a file.
  public static final class Converter implements ITypeConverter<ServiceAddress> {
    @Override
    public ServiceAddress convert(String text) {
      return parse(text);
    }
  }

  /// Reads an address.
  public static final class UrlConverter implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
      return url(text);
    }
  }
}
