package io.privirec.serving.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.TomcatConnectorCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;

/// Lets ids of users and items with any characters through, as long as they are URL-encoded. Access
/// rules match decoded path segments, so that an encoded slash does not lead to another path.
@Configuration(proxyBeanMethods = false)
class IdPaths {
  @Bean
  TomcatConnectorCustomizer encodedSlashes() {
    return connector -> {
      connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
      connector.setEncodedReverseSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
    };
  }

  /// Ids are in paths of the API alone: what frameworks serve beside it does not expect them.
  @Bean
  HttpFirewall firewall() {
    HttpFirewall ofIds = ofIds();
    HttpFirewall ofTheRest = new StrictHttpFirewall();
    return new HttpFirewall() {
      @Override
      public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
        boolean isOfTheApi = request.getRequestURI().startsWith(request.getContextPath() + "/v1/");
        return (isOfTheApi ? ofIds : ofTheRest).getFirewalledRequest(request);
      }

      @Override
      public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
        return ofTheRest.getFirewalledResponse(response);
      }
    };
  }

  private static HttpFirewall ofIds() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setAllowUrlEncodedSlash(true);
    firewall.setAllowUrlEncodedDoubleSlash(true);
    firewall.setAllowUrlEncodedPercent(true);
    firewall.setAllowUrlEncodedPeriod(true);
    firewall.setAllowUrlEncodedLineFeed(true);
    firewall.setAllowUrlEncodedCarriageReturn(true);
    firewall.setAllowUrlEncodedLineSeparator(true);
    firewall.setAllowUrlEncodedParagraphSeparator(true);
    firewall.setAllowBackSlash(true);
    firewall.setAllowSemicolon(true);
    return firewall;
  }
}
