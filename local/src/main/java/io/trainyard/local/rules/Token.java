package io.trainyard.local.rules;

/**
 * A word of an expression.
 *
 * @param text as written; for a text literal what it stands for
 * @param position of its first character, from 0
 */
record Token(Kind kind, String text, int position) {
    /** What a word is. */
    enum Kind {
        NAME,
        INTEGER,
        FRACTION,
        TEXT,
        SYMBOL,
        END
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }
}
