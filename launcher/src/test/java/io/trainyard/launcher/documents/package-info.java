/** What the documents tell people to type. */
package io.trainyard.launcher.documents;
