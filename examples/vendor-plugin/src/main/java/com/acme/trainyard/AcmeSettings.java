package com.acme.trainyard;

import java.util.Objects;

/** What a runtime, and over it a TrainJob, may say to us. Trainyard checks it before we are asked, and names the field that is wrong. */
public record AcmeSettings(Transport transport, Integer channels) {
    public enum Transport {
        tcp,
        rdma
    }

    public AcmeSettings {
        transport = Objects.requireNonNullElse(transport, Transport.tcp);
        channels = Objects.requireNonNullElse(channels, 4);
        if (channels < 1 || channels > 64) {
            throw new IllegalArgumentException("channels must be 1 to 64, not " + channels);
        }
    }
}
