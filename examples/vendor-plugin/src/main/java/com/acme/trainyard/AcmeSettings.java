package com.acme.trainyard;

import java.util.Objects;

/** Parameters of the plugin in a runtime or a TrainJob. Trainyard checks them and names the wrong field. */
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
