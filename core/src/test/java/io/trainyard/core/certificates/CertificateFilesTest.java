package io.trainyard.core.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.trainyard.core.metrics.CertificateMetrics;
import io.trainyard.core.metrics.ControllerMetrics;
import io.trainyard.core.tls.Pem;
import io.trainyard.foundation.time.ManualTimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("CertificateFiles (CERT-23)")
@Tag("cryptography")
final class CertificateFilesTest {
    private static final Duration A_LOOK = Duration.ofSeconds(10);

    @TempDir
    Path folder;

    private final ManualTimeSource time = new ManualTimeSource();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<ServingCertificate> served = new ArrayList<>();

    @Test
    void filesThatComeLaterAreWaitedForAndTheProblemIsNamed() throws IOException {
        CertificateFiles files = start();
        assertThat(served).isEmpty();
        assertThat(files.problem()).isEqualTo(folder.resolve("tls.crt") + " does not exist");
        time.advance(A_LOOK);

        write(
                folder,
                Issued.material(Issued.server(Issued.CA, Issued.NOW), Issued.CA).content());
        time.advance(A_LOOK);

        assertThat(served).hasSize(1);
        assertThat(files.problem()).isEmpty();
        assertThat(served.get(0).authoritiesPem()).isEqualTo(Pem.of(List.of(Issued.CA.certificate())));
        assertThat(count("certwatcher.read.certificate.errors")).isEqualTo(2);
    }

    @Test
    @DisplayName("a folder that a kubelet exchanges by its symbolic link is noticed")
    void anExchangedFolderIsNoticed() throws IOException {
        Path first = Files.createDirectory(folder.resolve("..first"));
        Path second = Files.createDirectory(folder.resolve("..second"));
        write(
                first,
                Issued.material(Issued.server(Issued.CA, Issued.NOW), Issued.CA).content());
        write(
                second,
                Issued.material(Issued.server(Issued.CA, Issued.NOW), Issued.CA).content());
        Path data = folder.resolve("..data");
        Files.createSymbolicLink(data, first);
        for (String name : List.of("tls.crt", "tls.key", "ca.crt")) {
            Files.createSymbolicLink(folder.resolve(name), Path.of("..data", name));
        }
        start();
        time.advance(A_LOOK.multipliedBy(5));
        assertThat(served).hasSize(1);

        Files.delete(data);
        Files.createSymbolicLink(data, second);
        time.advance(A_LOOK);

        assertThat(served).hasSize(2);
        assertThat(served.get(1).certificatePem()).isEqualTo(Files.readString(second.resolve("tls.crt")));
        assertThat(count("certwatcher.read.certificate")).isEqualTo(2);
    }

    @Test
    void aKeyOfAnotherCertificateIsNotServedAndTheOldOneStays() throws IOException {
        SecretContent good =
                Issued.material(Issued.server(Issued.CA, Issued.NOW), Issued.CA).content();
        write(folder, good);
        CertificateFiles files = start();

        Files.writeString(folder.resolve("tls.key"), Pem.of(Issued.OTHER_CA.key()));
        time.advance(A_LOOK);

        assertThat(served).hasSize(1);
        assertThat(files.problem()).contains("do not belong together");
        Files.writeString(folder.resolve("tls.key"), good.serverKey());
        time.advance(A_LOOK);
        assertThat(files.problem()).isEmpty();
        assertThat(served).hasSize(1);
    }

    @Test
    void afterTheEndNobodyLooks() {
        start().stop();

        assertThat(time.waiting()).isZero();
    }

    private CertificateFiles start() {
        CertificateFiles files = new CertificateFiles(new CertificateFiles.Setup(
                folder,
                time,
                Runnable::run,
                Runnable::run,
                new CertificateMetrics(registry),
                new ControllerMetrics(registry, "lease")));
        files.start(served::add).subscribe().with(served::add);
        return files;
    }

    private double count(String name) {
        return registry.get(name).counter().count();
    }

    private static void write(Path folder, SecretContent content) throws IOException {
        Files.writeString(folder.resolve("tls.crt"), content.server());
        Files.writeString(folder.resolve("tls.key"), content.serverKey());
        Files.writeString(folder.resolve("ca.crt"), content.authorities());
    }
}
