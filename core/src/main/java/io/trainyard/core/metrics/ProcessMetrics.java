package io.trainyard.core.metrics;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Processor time, memory, files and age of this process under the names of Prometheus' client libraries, and what Micrometer knows of the JVM. Values are read
 * when somebody scrapes; one that the system does not tell is absent or NaN.
 */
public final class ProcessMetrics implements AutoCloseable {
    private static final Path STATUS = Path.of("/proc/self/status");

    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

    public ProcessMetrics(MeterRegistry registry) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            FunctionCounter.builder("process.cpu.seconds", system, bean -> bean.getProcessCpuTime() / 1e9)
                    .description("Processor time used")
                    .register(registry);
        }
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            gauge(registry, "process.open.fds", "Open file descriptors", system::getOpenFileDescriptorCount);
            gauge(registry, "process.max.fds", "File descriptors that may be open", system::getMaxFileDescriptorCount);
        }
        if (Files.isReadable(STATUS)) {
            gauge(registry, "process.resident.memory.bytes", "Resident memory", ProcessMetrics::residentBytes);
        }
        double start = ManagementFactory.getRuntimeMXBean().getStartTime() / 1e3;
        gauge(registry, "process.start.time.seconds", "Start, in seconds since the epoch", () -> start);
        new ProcessorMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
    }

    private static void gauge(MeterRegistry registry, String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    /** Comes from memory of the kernel, not from a disk, so reading it on an event loop is harmless. */
    private static double residentBytes() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith("VmRSS:")) {
                    return Long.parseLong(line.substring("VmRSS:".length(), line.indexOf("kB"))
                                    .strip())
                            * 1024.0;
                }
            }
            return Double.NaN;
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /** Stops listening to the garbage collector. */
    @Override
    public void close() {
        garbageCollection.close();
    }
}
