/// `acceptance crash-campaign`: real services whose processes and database servers are killed while
/// sessions run, and what must hold all the same. Entry: [CrashCampaignCommand].
@NullMarked
package io.privirec.acceptance.campaign;

import org.jspecify.annotations.NullMarked;
