package io.trainyard.testcluster;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that needs a real control plane. Its constructor and methods may have parameters of type
 * {@link TestCluster} and {@link TestNamespace}.
 *
 * <p>Classes that ask for the same cluster share one; it is started before the first of them. At the end of a test run, which in Maven's forks is the end of
 * each class, all that was made in it is deleted, and the next run of the same virtual machine uses it again, with the definitions that it asks for; unless a
 * test failed, or did what cannot be made good. A {@link TestNamespace} is new for each test and deleted after it; one that a constructor or a
 * {@code @BeforeAll} method asks for is shared by the tests of that class.
 *
 * <p>Where the programs can be neither found nor built, the class is skipped; with the system property
 * {@code testcluster.required=true} it fails instead. The property {@code testcluster.skip=true} skips it in any case.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(RealClusterExtension.class)
public @interface RealCluster {

    /** How much of a control plane is needed. */
    ClusterKind kind() default ClusterKind.FULL;

    /** Whether the requests of the user "subject" are recorded. */
    boolean audit() default false;

    /** Whether pods get service accounts with tokens, as in production. */
    boolean serviceAccounts() default false;

    /**
     * Files or folders with resource definitions, relative to the folder in which the tests run. They are installed
     * before any controller starts.
     */
    String[] customResourceDefinitions() default {};

    /** What else runs in a full cluster. */
    AddOn[] addOns() default {};
}
