package io.trainyard.launcher.upload;

import io.trainyard.core.kube.ContainerProgram;
import io.trainyard.foundation.time.TimeSource;
import io.trainyard.launcher.cli.process.CommandException;
import io.trainyard.launcher.cli.process.ExitCodes;
import io.trainyard.launcher.cli.process.Pause;
import io.trainyard.launcher.client.Await;
import io.trainyard.launcher.run.view.ByteCount;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Gives a program in a container something to read, no faster than it reads, and waits for its end. Only the thread that calls ever waits. */
final class Transfer {
    private static final int PIECE = 32 << 10;
    private static final long MAX_PENDING = 1 << 20;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /** Nothing of a piece has left within this time: nobody takes it any more. */
    private static final Duration STALLED = Duration.ofMinutes(2);

    /** Whatever has arrived is compared and unpacked within this time. */
    private static final Duration MAX_REST = Duration.ofMinutes(30);

    /** What is larger is worth a line now and then. */
    private static final long LARGE = 32 << 20;

    private static final int PERCENT = 100;
    private static final int STEP = 10;

    private final ContainerProgram program;
    private final BooleanSupplier stopping;
    private final TimeSource time;

    Transfer(ContainerProgram program, BooleanSupplier stopping, TimeSource time) {
        this.program = program;
        this.stopping = stopping;
        this.time = time;
    }

    /** Sends a file; ends early when the program does. */
    void send(Path file, long size, Consumer<String> messages) {
        byte[] piece = new byte[PIECE];
        long sent = 0;
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                awaitRoom();
                if (!program.send(ByteBuffer.wrap(piece, 0, count))) {
                    return;
                }
                long before = PERCENT * sent / size / STEP;
                sent += count;
                long now = PERCENT * sent / size / STEP;
                if (size > LARGE && now > before) {
                    messages.accept("sent " + now * STEP + " % of " + ByteCount.text(size));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read the packed code", failure);
        }
    }

    private void awaitRoom() {
        long begin = time.nanos();
        while (program.pendingBytes() > MAX_PENDING && !program.hasEnded()) {
            if (hasPassed(STALLED, begin)) {
                program.close();
                throw new CommandException(ExitCodes.FAILED, "the connection to the pod that receives the code stalls");
            }
            pause();
        }
    }

    /** The end of the program. */
    ContainerProgram.End await() {
        long begin = time.nanos();
        while (!program.hasEnded()) {
            if (hasPassed(MAX_REST, begin)) {
                program.close();
                throw new CommandException(
                        ExitCodes.FAILED, "the pod that receives the code does not unpack it in time");
            }
            pause();
        }
        ContainerProgram.End end = Await.result(program.end());
        program.close();
        return end;
    }

    private boolean hasPassed(Duration limit, long begin) {
        return time.nanos() - begin > limit.toNanos();
    }

    private void pause() {
        if (stopping.getAsBoolean() || !Pause.of(POLL_INTERVAL)) {
            program.close();
            throw stopped();
        }
    }

    static CommandException stopped() {
        return new CommandException(ExitCodes.STOPPED, "stopped; no TrainJob was created");
    }
}
