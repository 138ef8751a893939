package io.trainyard.launcher.conformance;

import io.trainyard.launcher.Wiring;
import io.trainyard.launcher.cli.TrainyardCommandLine;
import io.trainyard.launcher.cli.process.Environment;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The distribution's command line, called again and again in one process: most of the time of a short command is the start of its JVM. Runs as a process of
 * its own, with the distribution's jars and home. What it says first is its port. One connection is one command: a line for each argument, then an empty
 * one; the answer is the exit code and the length of standard output in bytes, in a line, then standard output, then standard error.
 */
final class RenderServer {
    private RenderServer() {}

    public static void main(String[] args) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            System.out.println(server.getLocalPort());
            while (true) {
                try (Socket client = server.accept()) {
                    answer(client);
                }
            }
        }
    }

    private static void answer(Socket client) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
        List<String> arguments = new ArrayList<>();
        for (String line = reader.readLine(); line != null && !line.isEmpty(); line = reader.readLine()) {
            arguments.add(line);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code;
        try (PrintWriter toOut = new PrintWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
                PrintWriter toErr = new PrintWriter(new OutputStreamWriter(err, StandardCharsets.UTF_8))) {
            Environment process = Environment.ofProcess();
            Environment environment =
                    new Environment(InputStream.nullInputStream(), toOut, toErr, process.variables(), process.home());
            code = new TrainyardCommandLine(environment, new Wiring()).run(arguments.toArray(String[]::new));
        }
        client.getOutputStream().write((code + " " + out.size() + "\n").getBytes(StandardCharsets.US_ASCII));
        out.writeTo(client.getOutputStream());
        err.writeTo(client.getOutputStream());
    }
}
