package io.trainyard.core.plugin;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of one plugin: shared packages from the host and only from there, the JDK from the platform, everything else from the
 * plugin's jars. The parent is the platform loader, so that nothing else of the host is visible, not even its lists of services.
 */
final class PluginClassLoader extends URLClassLoader {
    static {
        registerAsParallelCapable();
    }

    private final ClassLoader host;
    private final boolean hasOwnJackson;

    PluginClassLoader(String name, List<Path> jars, ClassLoader host) {
        super("plugin " + name, urls(jars), ClassLoader.getPlatformClassLoader());
        this.host = host;
        this.hasOwnJackson = findResource(fileOf(SharedPackages.JACKSON_MAPPER)) != null;
    }

    private static URL[] urls(List<Path> jars) {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            try {
                urls[i] = jars.get(i).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException("not the path of a jar: " + jars.get(i), e);
            }
        }
        return urls;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return shares(name) ? host.loadClass(name) : super.loadClass(name, resolve);
    }

    @Override
    public @Nullable URL getResource(String path) {
        if (SharedPackages.isServiceList(path)) {
            return findResource(path);
        }
        return sharesResource(path) ? host.getResource(path) : super.getResource(path);
    }

    @Override
    public Enumeration<URL> getResources(String path) throws IOException {
        if (SharedPackages.isServiceList(path)) {
            return findResources(path);
        }
        return sharesResource(path) ? host.getResources(path) : super.getResources(path);
    }

    /** True when the host's class of that name is used. */
    boolean shares(String className) {
        return SharedPackages.containsClass(className) && !(hasOwnJackson && SharedPackages.isOfJackson(className));
    }

    private boolean sharesResource(String path) {
        return SharedPackages.containsResource(path) && shares(path.replace('/', '.'));
    }

    /** True when the plugin's own jars hold that class, shared or not. */
    boolean hasOwn(String className) {
        return findResource(fileOf(className)) != null;
    }

    /** True when the host holds that class, shared or not. */
    boolean hostHas(String className) {
        return host.getResource(fileOf(className)) != null;
    }

    private static String fileOf(String className) {
        return className.replace('.', '/') + ".class";
    }
}
