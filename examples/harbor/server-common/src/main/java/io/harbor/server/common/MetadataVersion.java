package io.harbor.server.common;

/**
 * The levels of {@code harbor.version}. An operator finalizes one when every keeper supports it;
 * until then keepers write records and send requests of the level below.
 *
 * A level that a release has advertised never changes. The order of the rows counts.
 */
public enum MetadataVersion {

    // The formats of Harbor 1.0.
    HARBOR_1_0_IV0(1, "1.0", "IV0", true),

    // A following keeper sends its epoch: CargoFetchRequest version 4.
    HARBOR_1_1_IV0(2, "1.1", "IV0", false),

    // Every replica has a hold: BerthRecord and BerthChangeRecord version 1.
    HARBOR_1_2_IV0(3, "1.2", "IV0", true),

    // Offsets are looked up in cold storage too: TideQueryRequest version 2.
    HARBOR_1_2_IV1(4, "1.2", "IV1", false),

    // Keepers hand their berths over before they stop: RegisterKeeperRecord version 1.
    HARBOR_1_3_IV0(5, "1.3", "IV0", true),

    //
    // The levels after this point are unstable and may change.
    //

    // Divergence is found while fetching: CargoFetchRequest version 5.
    HARBOR_1_4_IV0(6, "1.4", "IV0", false);

    public static final String FEATURE_NAME = "harbor.version";

    /**
     * The lowest level that this release supports.
     */
    public static final MetadataVersion MINIMUM_VERSION = HARBOR_1_0_IV0;

    /**
     * The highest level that nodes advertise. ONCE A LEVEL IS PRODUCTION, IT CANNOT BE CHANGED.
     */
    public static final MetadataVersion LATEST_PRODUCTION = HARBOR_1_3_IV0;

    private final short featureLevel;
    private final String release;
    private final String versionString;
    private final boolean didMetadataChange;

    MetadataVersion(int featureLevel, String release, String subVersion, boolean didMetadataChange) {
        this.featureLevel = (short) featureLevel;
        this.release = release;
        this.versionString = release + "-" + subVersion;
        this.didMetadataChange = didMetadataChange;
    }

    public short featureLevel() {
        return featureLevel;
    }

    public boolean isHoldAssignmentSupported() {
        return this.isAtLeast(HARBOR_1_2_IV0);
    }

    public boolean isControlledStopSupported() {
        return this.isAtLeast(HARBOR_1_3_IV0);
    }

    public short registerKeeperRecordVersion() {
        if (isControlledStopSupported()) {
            // new InControlledStop field
            return (short) 1;
        } else {
            return (short) 0;
        }
    }

    public short berthRecordVersion() {
        if (isHoldAssignmentSupported()) {
            return (short) 1;
        } else {
            return (short) 0;
        }
    }

    public short berthChangeRecordVersion() {
        if (isHoldAssignmentSupported()) {
            return (short) 1;
        } else {
            return (short) 0;
        }
    }

    public short cargoFetchRequestVersion() {
        if (this.isAtLeast(HARBOR_1_4_IV0)) {
            return 5;
        } else if (this.isAtLeast(HARBOR_1_1_IV0)) {
            return 4;
        } else {
            return 3;
        }
    }

    public short tideQueryRequestVersion() {
        if (this.isAtLeast(HARBOR_1_2_IV1)) {
            return 2;
        } else {
            return 1;
        }
    }

    public boolean isProduction() {
        return this.compareTo(LATEST_PRODUCTION) <= 0;
    }

    public boolean didMetadataChange() {
        return didMetadataChange;
    }

    public boolean isAtLeast(MetadataVersion other) {
        return this.compareTo(other) >= 0;
    }

    @Override
    public String toString() {
        return versionString;
    }
}
