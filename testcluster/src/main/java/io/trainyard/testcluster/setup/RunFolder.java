package io.trainyard.testcluster.setup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The folder of one cluster: its data, keys, configuration and logs.
 *
 * @param path an absolute path
 */
public record RunFolder(Path path) {

    public RunFolder {
        path = path.toAbsolutePath();
    }

    /** A new folder below the temporary folder, readable by this user only. */
    public static RunFolder temporary() {
        try {
            return new RunFolder(Files.createTempDirectory("trainyard-testcluster-")).create();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a run folder below the temporary folder", e);
        }
    }

    /** Makes the folder, for this user only as it holds tokens, and those inside it. */
    public RunFolder create() {
        try {
            Files.createDirectories(path);
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
            Files.createDirectories(pki());
            Files.createDirectories(logs());
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the run folder " + path, e);
        }
    }

    public Path etcdData() {
        return path.resolve("etcd");
    }

    /** Copies etcd's data, which nobody may be using, to a folder that does not exist. */
    public void copyEtcdData(Path copy) {
        copy(etcdData(), copy);
    }

    /** Puts a copy in the place of etcd's data, which nobody may be using; the present data are kept aside. */
    public void replaceEtcdData(Path copy) {
        try {
            Files.move(etcdData(), path.resolve("etcd-before-" + System.nanoTime()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot put the data of etcd aside", e);
        }
        copy(copy, etcdData());
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy " + from + " to " + to, e);
        }
    }

    public Path pki() {
        return path.resolve("pki");
    }

    public Path logs() {
        return path.resolve("logs");
    }

    public Path tokens() {
        return path.resolve("tokens.csv");
    }

    public Path auditPolicy() {
        return path.resolve("audit-policy.yaml");
    }

    public Path admissionConfiguration() {
        return path.resolve("admission.yaml");
    }

    /** As whom the API server calls webhooks. */
    public Path webhookCaller() {
        return path.resolve("webhook-caller.kubeconfig");
    }

    public Path auditLog() {
        return logs().resolve("audit.log");
    }

    public Path jobSetConfiguration() {
        return path.resolve("jobset.yaml");
    }

    public Path coschedulingConfiguration() {
        return path.resolve("coscheduling.yaml");
    }

    public Path kueueConfiguration() {
        return path.resolve("kueue.yaml");
    }

    /** Where Kueue looks for its certificate. */
    public Path kueueCertificates() {
        return path.resolve("kueue-certificates");
    }

    public Path kubeflowTrainerConfiguration() {
        return path.resolve("kubeflow-trainer.yaml");
    }

    /** Where Kubeflow Trainer's controller has its temporary files. */
    public Path kubeflowTrainerFiles() {
        return path.resolve("kubeflow-trainer");
    }

    public Path stages() {
        return path.resolve("kwok.yaml");
    }

    public Path podLog() {
        return path.resolve("pod.log");
    }

    /** The kubeconfig of a user. */
    public Path kubeconfig(User user) {
        return path.resolve(user.name().toLowerCase(Locale.ROOT) + ".kubeconfig");
    }

    /** Deletes everything in the folder but its logs. */
    public void deleteData() {
        deleteAllBut(logs());
    }

    /** Deletes the folder. */
    public void delete() {
        deleteAllBut(null);
    }

    private void deleteAllBut(@Nullable Path kept) {
        if (!Files.exists(path)) {
            return;
        }
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return folder.equals(kept) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
                        throws IOException {
                    if (problem != null) {
                        throw problem;
                    }
                    if (kept == null || !folder.equals(path)) {
                        Files.delete(folder);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete the run folder " + path, e);
        }
    }
}
