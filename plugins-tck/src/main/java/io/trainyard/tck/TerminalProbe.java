package io.trainyard.tck;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Condition;
import io.trainyard.spi.Plugin;
import io.trainyard.spi.extension.TerminalCondition;
import io.trainyard.spi.model.TrainJob;
import io.trainyard.spi.model.TrainJobStatus;
import io.trainyard.spi.result.TerminalState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes an end into the status, as the host does, and asks again. */
final class TerminalProbe implements Probe {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public List<String> problems(Subject subject) {
        Plugin plugin = subject.start();
        if (!(plugin instanceof TerminalCondition terminal)) {
            return List.of();
        }
        List<String> problems = new ArrayList<>();
        for (Sample sample : subject.samples()) {
            TrainJob trainJob = sample.trainJob();
            Optional<Condition> end = end(terminal, trainJob);
            if (end.isEmpty()) {
                continue;
            }
            trainJob.setStatus(MAPPER.convertValue(Map.of("conditions", List.of(end.get())), TrainJobStatus.class));
            Optional<Condition> again = end(terminal, trainJob);
            if (again.isEmpty() || !again.get().getType().equals(end.get().getType())) {
                problems.add(sample.name() + " was " + end.get().getType() + " and is then "
                        + again.map(Condition::getType).orElse("not finished"));
            }
        }
        return problems;
    }

    private static Optional<Condition> end(TerminalCondition terminal, TrainJob trainJob) {
        return terminal.terminalCondition(trainJob).flatMap(TerminalState::terminal);
    }
}
