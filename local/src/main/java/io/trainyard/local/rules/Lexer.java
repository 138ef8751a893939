package io.trainyard.local.rules;

import io.trainyard.local.rules.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Splits an expression into words. */
final class Lexer {
    private static final List<String> SYMBOLS = List.of(
            "&&", "||", "==", "!=", "<=", ">=", "<", ">", "+", "-", "*", "/", "%", "!", "?", ":", ".", ",", "(", ")",
            "[", "]", "{", "}");

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String text) {
        this.text = text;
    }

    /** The words of an expression, and a last one that marks its end. */
    static List<Token> split(String expression) {
        Lexer lexer = new Lexer(expression);
        lexer.run();
        return lexer.tokens;
    }

    private void run() {
        while (true) {
            skipSpace();
            if (at == text.length()) {
                tokens.add(new Token(Kind.END, "", at));
                return;
            }
            char c = text.charAt(at);
            if (c == '"' || c == '\'') {
                quoted(at, false);
            } else if ((c == 'r' || c == 'R') && at + 1 < text.length() && "\"'".indexOf(text.charAt(at + 1)) >= 0) {
                at++;
                quoted(at - 1, true);
            } else if (isDigit(c)) {
                number();
            } else if (isLetter(c)) {
                int start = at;
                while (at < text.length() && (isLetter(text.charAt(at)) || isDigit(text.charAt(at)))) {
                    at++;
                }
                tokens.add(new Token(Kind.NAME, text.substring(start, at), start));
            } else {
                symbol();
            }
        }
    }

    private void skipSpace() {
        while (at < text.length() && (Character.isWhitespace(text.charAt(at)) || text.startsWith("//", at))) {
            if (text.charAt(at) == '/') {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else {
                at++;
            }
        }
    }

    private void symbol() {
        for (String symbol : SYMBOLS) {
            if (text.startsWith(symbol, at)) {
                tokens.add(new Token(Kind.SYMBOL, symbol, at));
                at += symbol.length();
                return;
            }
        }
        throw new RuleSyntaxException("unexpected '" + text.charAt(at) + "'", at);
    }

    private void number() {
        int start = at;
        digits();
        boolean fraction = false;
        if (at + 1 < text.length() && text.charAt(at) == '.' && isDigit(text.charAt(at + 1))) {
            fraction = true;
            at++;
            digits();
        }
        if (at < text.length() && isLetter(text.charAt(at))) {
            throw new RuleSyntaxException("this form of number is not supported", start);
        }
        tokens.add(new Token(fraction ? Kind.FRACTION : Kind.INTEGER, text.substring(start, at), start));
    }

    private void digits() {
        while (at < text.length() && isDigit(text.charAt(at))) {
            at++;
        }
    }

    private void quoted(int start, boolean raw) {
        char quote = text.charAt(at++);
        if (text.startsWith(String.valueOf(quote).repeat(2), at)) {
            throw new RuleSyntaxException("texts in triple quotes are not supported", start);
        }
        StringBuilder value = new StringBuilder();
        while (true) {
            if (at == text.length() || text.charAt(at) == '\n') {
                throw new RuleSyntaxException("the text that begins here does not end", start);
            }
            char c = text.charAt(at++);
            if (c == quote) {
                tokens.add(new Token(Kind.TEXT, value.toString(), start));
                return;
            }
            value.append(c == '\\' && !raw ? escaped() : c);
        }
    }

    private char escaped() {
        char c = at < text.length() ? text.charAt(at++) : ' ';
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case '\\', '\'', '"', '`', '?' -> c;
            case 'u' -> unicode();
            default -> throw new RuleSyntaxException("this escape is not supported", at - 2);
        };
    }

    private char unicode() {
        try {
            char c = (char) Integer.parseInt(text.substring(at, Math.min(at + 4, text.length())), 16);
            at += 4;
            return c;
        } catch (NumberFormatException e) {
            throw new RuleSyntaxException("\\u needs four hexadecimal digits", at - 2);
        }
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
