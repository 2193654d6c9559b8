package io.harbor.server.common;

/** The levels of {@code harbor.version}. A level that a release has advertised never changes. */
public enum MetadataVersion {

    // The formats of Harbor 1.0.
    HARBOR_1_0_IV0(1, "1.0", "IV0", true),

    // Every berth has a hold: BerthRecord version 1.
    HARBOR_1_1_IV0(2, "1.1", "IV0", true),

    // Keepers may be asked to stop, and berths may lie in cold storage.
    HARBOR_1_2_IV0(3, "1.2", "IV0", false);

    public static final String FEATURE_NAME = "harbor.version";

    public static final MetadataVersion MINIMUM_VERSION = HARBOR_1_0_IV0;

    public static final MetadataVersion LATEST_PRODUCTION = HARBOR_1_2_IV0;

    private final short featureLevel;
    private final String versionString;
    private final boolean didMetadataChange;

    MetadataVersion(int featureLevel, String release, String subVersion, boolean didMetadataChange) {
        this.featureLevel = (short) featureLevel;
        this.versionString = release + "-" + subVersion;
        this.didMetadataChange = didMetadataChange;
    }

    public boolean isControlledStopSupported() {
        return this.isAtLeast(HARBOR_1_2_IV0);
    }

    public boolean isColdStorageSupported() {
        return this.isAtLeast(HARBOR_1_2_IV0);
    }

    public short berthRecordVersion() {
        if (this.isAtLeast(HARBOR_1_1_IV0)) {
            return (short) 1;
        } else {
            return (short) 0;
        }
    }

    public boolean isAtLeast(MetadataVersion other) {
        return this.compareTo(other) >= 0;
    }
}
