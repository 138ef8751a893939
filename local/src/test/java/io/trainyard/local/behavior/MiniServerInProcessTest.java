package io.trainyard.local.behavior;

/** The suite against our own server, without HTTP. */
final class MiniServerInProcessTest extends MiniServerSuite {
    MiniServerInProcessTest() {
        super(MiniServer::inProcess);
    }
}
