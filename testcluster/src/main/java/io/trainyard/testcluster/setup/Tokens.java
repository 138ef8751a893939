package io.trainyard.testcluster.setup;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The bearer token of each user.
 *
 * @param byUser one for every user
 */
public record Tokens(Map<User, String> byUser) {

    public Tokens {
        byUser = Map.copyOf(byUser);
    }

    public static Tokens random() {
        SecureRandom random = new SecureRandom();
        Map<User, String> tokens = new EnumMap<>(User.class);
        for (User user : User.values()) {
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            tokens.put(user, HexFormat.of().formatHex(bytes));
        }
        return new Tokens(tokens);
    }

    public String of(User user) {
        return byUser.getOrDefault(user, "");
    }

    /** The text of the API server's token file. */
    public String file() {
        return Arrays.stream(User.values())
                .map(user -> user.tokenLine(of(user)) + "\n")
                .collect(Collectors.joining());
    }

    /** Names no token. */
    @Override
    public String toString() {
        return "Tokens of " + byUser.keySet();
    }
}
