package io.trainyard.local.client;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How to write.
 *
 * @param fieldManager who owns the fields that are written; empty to be named after the program
 * @param force whether an apply takes fields from other managers
 * @param dryRun whether nothing is to be stored
 * @param fieldValidation {@code Strict}, {@code Warn} or {@code Ignore}; empty for the default of the server
 */
public record WriteOptions(String fieldManager, boolean force, boolean dryRun, String fieldValidation) {
    public static final WriteOptions DEFAULT = new WriteOptions("", false, false, "");

    /** As this manager, taking no fields from others. */
    public static WriteOptions as(String fieldManager) {
        return new WriteOptions(fieldManager, false, false, "");
    }

    /** The same, taking fields from others. */
    public WriteOptions forced() {
        return new WriteOptions(fieldManager, true, dryRun, fieldValidation);
    }

    Map<String, String> query() {
        Map<String, String> query = new LinkedHashMap<>();
        ListOptions.put(query, "fieldManager", fieldManager);
        ListOptions.put(query, "force", force ? "true" : "");
        ListOptions.put(query, "dryRun", dryRun ? "All" : "");
        ListOptions.put(query, "fieldValidation", fieldValidation);
        return query;
    }
}
