package io.trainyard.local.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import io.trainyard.foundation.json.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several nodes on one machine find each other as those of a training do (LOCAL-68 to LOCAL-74). */
final class MeetingIT {
    /** Node 0 gathers a number of every node and tells all of them the sum, as a rendezvous and an all-reduce do. */
    private static final String PROGRAM =
            """
            import os, socket, sys, time
            rank, nodes = int(os.environ['PET_NODE_RANK']), int(os.environ['PET_NNODES'])
            place = (os.environ['PET_MASTER_ADDR'], int(os.environ['PET_MASTER_PORT']))
            if rank == 0:
                # On all interfaces, as the store of torch does.
                server = socket.socket()
                server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                server.bind(('', place[1]))
                server.listen()
                peers = [server.accept() for _ in range(nodes - 1)]
                total = sum(int(peer.recv(16)) for peer, _ in peers) + 1
                for peer, _ in peers:
                    peer.sendall(str(total).encode())
                print('sum', total, 'of', sorted(address[0] for _, address in peers))
            else:
                for attempt in range(200):
                    try:
                        peer = socket.create_connection(place, 5, (os.environ['PET_LOCAL_ADDR'], 0))
                        break
                    except OSError:
                        time.sleep(0.05)
                peer.sendall(str(rank + 1).encode())
                print('sum', int(peer.recv(16)))
            """;

    private static void run(Laptop laptop, String job, int rank, int nodes) {
        laptop.run(
                """
                metadata: {name: %1$s-node-0-%2$d-abcde, labels: {jobset.sigs.k8s.io/jobset-name: %1$s}}
                spec:
                  restartPolicy: Never
                  hostname: %1$s-node-0-%2$d
                  subdomain: %1$s
                  containers:
                  - name: node
                    image: none
                    command: [python3, -c, %4$s]
                    ports: [{containerPort: 10120}]
                    env:
                    - {name: PET_NNODES, value: "%3$d"}
                    - {name: PET_NODE_RANK, value: "%2$d"}
                    - {name: PET_MASTER_ADDR, value: %1$s-node-0-0.%1$s}
                    - {name: PET_MASTER_PORT, value: "10120"}
                """
                        .formatted(job, rank, nodes, Json.text(PROGRAM)));
    }

    @Test
    void nodesMeetAtTheNameAndPortOfTheFirstAlsoWhenItComesLastAndTwoJobsWantTheSamePort(@TempDir Path folder) {
        try (Laptop laptop = new Laptop(folder)) {
            for (String job : new String[] {"one", "two"}) {
                run(laptop, job, 2, 3);
                run(laptop, job, 1, 3);
                run(laptop, job, 0, 3);
            }
            for (String job : new String[] {"one", "two"}) {
                for (int rank = 0; rank < 3; rank++) {
                    String pod = job + "-node-0-" + rank + "-abcde";
                    laptop.awaitPhase(pod, "Succeeded");
                    assertThat(laptop.log(pod, "node")).startsWith("sum 6");
                }
                assertThat(laptop.log(job + "-node-0-0-abcde", "node"))
                        .as("each node calls from the address of its pod")
                        .containsPattern("\\['127\\.\\d+\\.\\d+\\.\\d+', '127\\.\\d+\\.\\d+\\.\\d+'\\]")
                        .doesNotContain("'127.0.0.1'");
            }
        }
    }
}
