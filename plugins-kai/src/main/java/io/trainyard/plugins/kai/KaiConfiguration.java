package io.trainyard.plugins.kai;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an operator may change for all jobs on KAI.
 *
 * @param schedulerName name of the scheduler; given to pods that name none
 * @param injectSchedulerName whether it is given at all
 * @param queueLabelKey key of the label that names a queue
 * @param defaultQueue queue of jobs that name none
 */
record KaiConfiguration(String schedulerName, boolean injectSchedulerName, String queueLabelKey, String defaultQueue) {
    /** The values of an absent configuration. */
    static final KaiConfiguration DEFAULT =
            new KaiConfiguration(KaiApi.SCHEDULER_NAME, true, KaiApi.QUEUE, "default-queue");

    private static final String SCHEDULER_NAME = "schedulerName";
    private static final String INJECT_SCHEDULER_NAME = "injectSchedulerName";
    private static final String QUEUE_LABEL_KEY = "queueLabelKey";
    private static final String DEFAULT_QUEUE = "defaultQueue";
    private static final List<String> KEYS =
            List.of(DEFAULT_QUEUE, INJECT_SCHEDULER_NAME, QUEUE_LABEL_KEY, SCHEDULER_NAME);

    /**
     * Reads a configuration; absent keys have their default.
     *
     * @throws IllegalArgumentException that names every unknown key and every wrong value
     */
    static KaiConfiguration parse(Map<String, Object> tree) {
        List<String> problems = new ArrayList<>();
        for (String key : new TreeMap<>(tree).keySet()) {
            if (!KEYS.contains(key)) {
                problems.add(key + ": unknown; known are " + String.join(", ", KEYS));
            }
        }
        KaiConfiguration parsed = new KaiConfiguration(
                text(tree, SCHEDULER_NAME, DEFAULT.schedulerName(), problems),
                flag(tree, problems),
                text(tree, QUEUE_LABEL_KEY, DEFAULT.queueLabelKey(), problems),
                text(tree, DEFAULT_QUEUE, DEFAULT.defaultQueue(), problems));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException("configuration of plugin kai: " + String.join("; ", problems));
        }
        return parsed;
    }

    private static String text(Map<String, Object> tree, String key, String defaultValue, List<String> problems) {
        Object value = tree.get(key);
        if (value == null) {
            return defaultValue;
        }
        if (value instanceof String text && !text.isBlank()) {
            return text;
        }
        problems.add(key + ": must be a text, not " + value);
        return defaultValue;
    }

    private static boolean flag(Map<String, Object> tree, List<String> problems) {
        Object value = tree.get(INJECT_SCHEDULER_NAME);
        if (value == null) {
            return DEFAULT.injectSchedulerName();
        }
        if (value instanceof Boolean flag) {
            return flag;
        }
        problems.add(INJECT_SCHEDULER_NAME + ": must be true or false, not " + value);
        return DEFAULT.injectSchedulerName();
    }
}
