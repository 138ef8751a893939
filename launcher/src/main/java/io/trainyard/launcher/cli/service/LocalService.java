package io.trainyard.launcher.cli.service;

import io.trainyard.launcher.cli.plugins.PluginSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.run.MachineSettings;
import io.trainyard.launcher.run.folder.ServiceFolder;
import io.trainyard.launcher.run.folder.ServiceStatus;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A cluster on this machine that stays until somebody stops it, and goes on with the same objects when it is started again. */
public interface LocalService {
    /**
     * Runs it until it is stopped. Blocks the calling thread, which is no event loop.
     *
     * @param up told once it answers requests
     * @return exit code of the command
     * @throws CommandException for what the user can put right
     */
    int run(Request request, Consumer<ServiceStatus> up);

    /** Asks for a graceful stop: containers get their grace period, objects are kept. Returns at once; from any thread. */
    void stop();

    /** Kills everything that it has started, at once; objects are kept. From any thread; what follows can only be the end of this process. */
    void kill();

    /**
     * What to run.
     *
     * @param folder where it keeps everything; nobody else uses it
     * @param plugins of the controller
     * @param machine how programs run
     * @param objects that are there from the start unless somebody changed them, as trees
     * @param ports what it listens on
     * @param debug whether Trainyard tells what it does itself
     */
    record Request(
            ServiceFolder folder,
            PluginSource plugins,
            MachineSettings machine,
            List<Map<String, Object>> objects,
            Ports ports,
            boolean debug) {
        public Request {
            objects = List.copyOf(objects);
        }
    }

    /**
     * Ports on the loopback address; 0 for that of the last time, or any free one.
     *
     * @param api of the API server
     * @param page of the page
     */
    record Ports(int api, int page) {}
}
