package io.trainyard.image;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Set;

/**
 * The packages of a locked requirements file, installed once for each content of that file and each Python.
 *
 * @param folder where they lie on this machine
 */
record PythonPackages(Path folder) {
    /** Services of Amazon's that fetching needs: the store itself, and those that know who we are. */
    private static final Set<String> SERVICES = Set.of("s3", "sts", "sso", "sso-oidc", "signin");

    private static final int SERVICE_DEPTH = 3;

    static PythonPackages of(Path requirements, PythonRuntime python) throws IOException, InterruptedException {
        Path cache = Path.of(System.getProperty("user.home"), ".cache", "trainyard", "initializer")
                .resolve(key(Files.readString(requirements) + python));
        Path complete = cache.resolve("complete");
        Path packages = cache.resolve("packages");
        if (!Files.exists(complete)) {
            new RootFolder(cache).clear();
            Path environment = cache.resolve("environment");
            Command.run(cache, List.of(python.executable().toString(), "-m", "venv", environment.toString()));
            Command.run(
                    cache,
                    List.of(
                            environment.resolve("bin/python").toString(),
                            "-m",
                            "pip",
                            "install",
                            "--quiet",
                            "--disable-pip-version-check",
                            "--require-hashes",
                            "--only-binary=:all:",
                            "--no-compile",
                            "--target",
                            packages.toString(),
                            "--requirement",
                            requirements.toAbsolutePath().toString()));
            Files.createFile(complete);
        }
        return new PythonPackages(packages);
    }

    private static String key(String content) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return new BigInteger(1, digest).toString(16).substring(0, 16);
        } catch (NoSuchAlgorithmException everyJavaHasIt) {
            throw new IllegalStateException(everyJavaHasIt);
        }
    }

    void copyInto(RootFolder image, String target) throws IOException {
        image.copyFolder(folder, target, PythonPackages::isLeftOut);
    }

    private static boolean isLeftOut(Path file) {
        String path = file.toString();
        if (path.contains("__pycache__")
                || path.startsWith("bin/")
                // Another way to large files of the Hub, which is not used.
                || path.startsWith("hf_xet")) {
            return true;
        }
        return path.startsWith("botocore/data/")
                && file.getNameCount() > SERVICE_DEPTH
                && !SERVICES.contains(file.getName(2).toString());
    }
}
