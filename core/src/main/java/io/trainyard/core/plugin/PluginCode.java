package io.trainyard.core.plugin;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tells a plugin's own code from all other code: what the class loader of its jar has loaded or, for a plugin without a jar, the classes of its package and of those below it. Pure.
 *
 * @param loader loads the plugin
 * @param packageName package of the plugin; empty when it is not known
 */
record PluginCode(ClassLoader loader, String packageName) {
    static PluginCode of(Class<?> type) {
        return new PluginCode(type.getClassLoader(), type.getPackageName());
    }

    /** The first frame of the plugin in a failure or else in its causes, such as {@code com.acme.AcmePlugin.build(AcmePlugin.java:61)}; empty when its stack shows nothing of the plugin. */
    Optional<String> place(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(10)
                .flatMap(cause -> Arrays.stream(cause.getStackTrace()))
                .filter(this::has)
                .findFirst()
                .map(PluginCode::text);
    }

    boolean has(StackTraceElement frame) {
        return loader instanceof PluginClassLoader
                ? String.valueOf(loader.getName()).equals(frame.getClassLoaderName())
                : !packageName.isEmpty() && frame.getClassName().startsWith(packageName + ".");
    }

    /** Without the names of class loader and module, which say nothing to people. */
    private static String text(StackTraceElement frame) {
        String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
        return frame.getClassName() + "." + frame.getMethodName() + "("
                + (frame.getFileName() == null ? "unknown file" : frame.getFileName() + line) + ")";
    }
}
