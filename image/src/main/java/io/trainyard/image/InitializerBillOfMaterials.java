package io.trainyard.image;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** What the initializer's image consists of, as CycloneDX writes it down: Python, its packages, and the libraries of the operating system. */
final class InitializerBillOfMaterials {
    static final String FILE = "trainyard-initializer.cdx.json";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PYTHON_LICENCE = "PSF-2.0";

    private final RootFolder folder;

    InitializerBillOfMaterials(RootFolder folder) {
        this.folder = folder;
    }

    /**
     * Writes it into the image.
     *
     * @param packages their folder in the image
     * @param libraries those of the operating system, where they lie in the image
     */
    void write(PythonRuntime python, String packages, Set<Path> libraries) throws IOException {
        ObjectNode bill = JSON.createObjectNode();
        bill.put("bomFormat", "CycloneDX").put("specVersion", "1.6").put("version", 1);
        bill.putObject("metadata")
                .putObject("component")
                .put("type", "container")
                .put("bom-ref", "trainyard-initializer")
                .put("name", "trainyard-initializer");
        ArrayNode components = bill.putArray("components");
        ObjectNode platform = components.addObject();
        platform.put("type", "platform").put("bom-ref", "python").put("name", "python");
        platform.put("version", python.version());
        platform.putArray("licenses").addObject().put("expression", PYTHON_LICENCE);
        for (PythonPackage each : PythonPackage.in(folder.at(packages))) {
            addPackage(components.addObject(), each);
        }
        for (Path library : libraries) {
            BillOfMaterials.addFile(components.addObject(), library, folder);
        }
        folder.write(
                RootFolder.HOME + "/" + FILE,
                JSON.writerWithDefaultPrettyPrinter().writeValueAsString(bill) + "\n");
    }

    private static void addPackage(ObjectNode component, PythonPackage found) {
        String address = "pkg:pypi/" + found.name() + "@" + found.version();
        component.put("type", "library").put("bom-ref", address).put("name", found.name());
        component.put("version", found.version());
        ObjectNode licence = component.putArray("licenses").addObject();
        if (found.expression().isEmpty()) {
            licence.putObject("license").put("name", found.licence());
        } else {
            licence.put("expression", found.expression());
        }
        component.put("purl", address);
    }
}
