import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import ml.comet.experiment.CometApi;
import ml.comet.experiment.ExperimentBuilder;
import ml.comet.experiment.OnlineExperiment;
import ml.comet.experiment.artifact.Artifact;
import ml.comet.experiment.artifact.LoggedArtifact;
import ml.comet.experiment.artifact.LoggedArtifactAsset;
import ml.comet.experiment.context.ExperimentContext;
import ml.comet.experiment.model.Value;
import ml.comet.experiment.registrymodel.Model;

/** Logs with the Java SDK whatever it logs, reads it back and prints what it read. */
public final class LogAndRead {
    private static final String WORKSPACE = System.getenv("COMET_WORKSPACE_NAME");

    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[0]);
        OnlineExperiment experiment = ExperimentBuilder.OnlineExperiment().withExperimentName("java run").build();
        try (CometApi api = ExperimentBuilder.CometApi().build()) {
            logValues(experiment);
            logAssets(experiment, folder);
            waitForAssets(experiment, 4);
            logArtifact(experiment, folder);
            registry(api, experiment, folder);
            experiment.logEndTime(1_700_000_009_000L);
            print(experiment);
            System.out.println("experiments " + api.getExperiments(WORKSPACE, "clients").size());
            System.out.println("end time " + api.getExperimentMetadata(experiment.getExperimentKey()).getEndTime());
            absent(api);
        } finally {
            experiment.end();
        }
    }

    private static void logValues(OnlineExperiment experiment) throws Exception {
        experiment.setContext("train");
        experiment.logParameter("lr", 0.1);
        experiment.logMetric("loss", 0.5, 1);
        experiment.setContext("validate");
        experiment.logParameter("lr", 0.9);
        experiment.logMetric("loss", 0.75, 1);
        experiment.setContext("");
        experiment.logParameter("batch", 32);
        experiment.logMetric("accuracy", "0.25", 2, 1);
        experiment.logOther("note", "from Java");
        experiment.addTag("java");
        experiment.logHtml("<p>report</p>", false);
        experiment.logGraph("{\"layers\": 2}");
        experiment.logLine("hello from Java\n", 1, false);
        experiment.logStartTime(1_700_000_000_000L);
        waitFor(() -> experiment.getMetrics().size() == 3 && experiment.getParameters().size() == 3);
    }

    private static void logAssets(OnlineExperiment experiment, Path folder) throws Exception {
        Path table = write(folder, "table.csv", "a,b\n1,2\n");
        experiment.uploadAsset(table.toFile(), "table.csv", false, ExperimentContext.builder().withContext("train").build());
        experiment.logRemoteAsset(new URI("s3://bucket/far.bin"), "far.bin", false);
        experiment.logText("a text", ExperimentContext.builder().withStep(3).build());
        experiment.logCode("print(1)", "script.py");
    }

    private static void logArtifact(OnlineExperiment experiment, Path folder) throws Exception {
        for (String version : List.of("1.0.0", "2.0.0")) {
            Artifact artifact = Artifact.newArtifact("table", "dataset")
                    .withVersion(version)
                    .withAliases(Collections.singletonList("v" + version.charAt(0)))
                    .withVersionTags(Collections.singletonList("checked"))
                    .withMetadata(Collections.singletonMap("rows", 2))
                    .build();
            artifact.addAsset(("rows of " + version).getBytes(StandardCharsets.UTF_8), "rows.txt");
            artifact.addRemoteAsset(new URI("s3://bucket/rows.parquet"), "rows.parquet");
            experiment.logArtifact(artifact).get(60, TimeUnit.SECONDS);
        }
        for (String wanted : Arrays.asList("1.0.0", "v2", "Latest", null)) {
            LoggedArtifact artifact = wanted == null
                    ? experiment.getArtifact("table", WORKSPACE)
                    : experiment.getArtifact("table", WORKSPACE, wanted);
            System.out.println("artifact " + wanted + " is " + artifact.getVersion() + " with aliases "
                    + new TreeSet<>(artifact.getAliases()) + ", remote files " + artifact.getRemoteAssets().size());
        }
        LoggedArtifact latest = experiment.getArtifact("table", WORKSPACE);
        for (LoggedArtifactAsset asset : latest.getAssets()) {
            System.out.println("file " + asset.getLogicalPath() + (asset.isRemote() ? " at " + asset.getLink().get() : ""));
        }
        Path target = Files.createDirectories(folder.resolve("downloaded"));
        latest.download(target);
        System.out.println("downloaded " + Files.readString(target.resolve("rows.txt")));
    }

    private static void registry(CometApi api, OnlineExperiment experiment, Path folder) throws Exception {
        Path model = Files.createDirectories(folder.resolve("model"));
        write(model, "weights.npz", "weights");
        write(model, "readme.txt", "how to load the model");
        experiment.logModelFolder("net", model.toFile());
        waitFor(() -> experiment.getAssetList("model-element").size() == 2);
        for (String version : List.of("1.0.0", "1.1.0")) {
            api.registerModel(Model.newModel("net").withRegistryName("java-net").withVersion(version)
                    .withDescription("a net").withStages(Collections.singletonList("production")).build(),
                    experiment.getExperimentKey());
        }
        System.out.println("registry " + api.getRegistryModelNames(WORKSPACE) + " "
                + api.getRegistryModelVersions("java-net", WORKSPACE) + " count "
                + api.getRegistryModelsCount(WORKSPACE).get());
        System.out.println("versions " + api.getRegistryModelDetails("java-net", WORKSPACE).get().getNumberOfVersions());
        System.out.println("has address " + (api.getRegistryModelVersion("java-net", WORKSPACE, "1.0.0").get()
                .getRestApiUrl() != null));
        Path target = Files.createDirectories(folder.resolve("registry"));
        api.downloadRegistryModel(target, "java-net", WORKSPACE);
        try (var files = Files.walk(target)) {
            System.out.println("unpacked " + files.filter(Files::isRegularFile).map(file -> file.getFileName().toString())
                    .sorted().toList());
        }
    }

    private static void print(OnlineExperiment experiment) {
        for (Value value : experiment.getParameters()) System.out.println("parameter " + value.getName() + " = " + value.getCurrent());
        for (Value value : experiment.getMetrics()) System.out.println("metric " + value.getName() + " = " + value.getCurrent());
        System.out.println("tags " + experiment.getTags() + ", html " + experiment.getHtml().get());
        System.out.println("assets " + experiment.getAllAssetList().size());
    }

    private static void absent(CometApi api) {
        try {
            api.getExperimentMetadata("absent");
        } catch (RuntimeException error) {
            System.out.println("absent experiment: " + error.getClass().getSimpleName());
        }
        System.out.println("absent workspace: " + api.getRegistryModelsCount("absent").isPresent());
        System.out.println("absent model: " + api.getRegistryModelNotes("absent", WORKSPACE).isPresent());
    }

    private static void waitForAssets(OnlineExperiment experiment, int count) throws Exception {
        waitFor(() -> experiment.getAllAssetList().size() == count);
    }

    private interface Check {
        boolean holds();
    }

    private static void waitFor(Check check) throws Exception {
        for (int tries = 0; !check.holds(); tries++) {
            if (tries == 200) throw new IllegalStateException("what was logged did not arrive");
            Thread.sleep(100);
        }
    }

    private static Path write(Path folder, String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }
}
