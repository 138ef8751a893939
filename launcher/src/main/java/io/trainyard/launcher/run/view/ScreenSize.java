package io.trainyard.launcher.run.view;

/** How much a terminal shows. */
public record ScreenSize(int columns, int rows) {
    /** What terminals had before they could be asked. */
    public static final ScreenSize DEFAULT = new ScreenSize(80, 24);
}
