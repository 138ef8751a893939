/** A real browser for tests of pages. Start with {@link io.trainyard.testcluster.browser.Chromium}. Calls block. */
@NullMarked
package io.trainyard.testcluster.browser;

import org.jspecify.annotations.NullMarked;
