# Logs with cometr, the R client, whatever it logs, reads it back and prints what it read.
library(cometr)

folder <- commandArgs(trailingOnly = TRUE)[[1]]
workspace <- Sys.getenv("COMET_WORKSPACE")
file_with <- function(name, text) {
  path <- file.path(folder, name)
  writeLines(text, path)
  path
}

exp <- create_experiment(
  experiment_name = "r run", keep_active = FALSE, log_output = FALSE, log_code = FALSE, log_system_details = FALSE
)
exp$log_parameter("lr", 0.1)
exp$log_metric("loss", 0.5, step = 1, context = "train")
exp$log_metric("loss", 0.25, step = 2, context = "train")
exp$log_other("note", "from R")
exp$add_tags(c("r", "test"))
exp$log_html("<p>report</p>")
exp$log_graph("{\"layers\": 2}")
exp$log_code("print(1)")
exp$log_system_details(command = c("Rscript", "train.R"), os = "Linux", pid = 77, user = "demo")
exp$upload_asset(file_with("notes.txt", "a text"), name = "notes.txt", metadata = list(kind = "notes"))
exp$upload_asset(file_with("table.csv", c("a,b", "1,2")), name = "table.csv", step = 3)
exp$log_remote_asset("s3://bucket/far.bin")

for (version in c("1.0.0", "2.0.0")) {
  artifact <- create_artifact(
    artifact_name = "table", artifact_type = "dataset", artifact_version = version,
    aliases = list(paste0("v", substr(version, 1, 1))), version_tags = list("checked"), metadata = list(rows = 2)
  )
  artifact$add(file_with("rows.txt", paste("rows of", version)), logical_path = "rows.txt")
  artifact$add_remote("s3://bucket/rows.parquet", logical_path = "rows.parquet")
  invisible(exp$log_artifact(artifact))
}
for (wanted in list("1.0.0", "v2", "Latest", NULL)) {
  found <- exp$get_artifact("table", workspace = workspace, version_or_alias = wanted)
  cat("artifact", if (is.null(wanted)) "NULL" else wanted, "is", as.character(found$get_artifact_version()),
      "remote files", length(found$get_remote_assets()), "\n")
}
target <- file.path(folder, "downloaded")
latest <- exp$get_artifact("table", workspace = workspace)
invisible(latest$update_artifact_tags(list("tables")))
invisible(latest$update_aliases(list("Latest", "gold")))
invisible(latest$download(target))
cat("downloaded", readLines(file.path(target, "rows.txt")), "\n")

for (value in exp$get_parameters()$values) cat("parameter", value$name, "=", value$valueCurrent, "\n")
for (value in exp$get_metrics_summary()$values) cat("metric", value$name, "=", value$valueCurrent, "\n")
cat("points", length(exp$get_metric("train_loss")$metrics), "\n")
cat("tags", unlist(exp$get_tags()$tags), "html", exp$get_html()$html, "code", exp$get_code()$code, "\n")
cat("other", vapply(exp$get_other()$values, function(value) value$name, ""), "\n")
cat("system", exp$get_system_details()$os, exp$get_system_details()$pid, "\n")
for (asset in exp$get_asset_list()$assets) {
  if (asset$fileName == "notes.txt" && is.null(asset$artifactVersionId)) {
    content <- exp$get_asset(asset$assetId)
    cat("asset", asset$fileName, class(content), content, "\n")
  }
}
exp$set_start_end_time(start = 1700000000000, end = 1700000009000)
cat("end time", format(exp$get_metadata()$endTimeMillis, scientific = FALSE), "\n")
cat("workspaces", unlist(get_workspaces()$workspaceNames), "\n")
cat("projects", vapply(get_projects()$projects, function(project) project$projectName, ""), "\n")
cat("experiments", length(get_experiments()$experiments), "\n")
columns <- vapply(get_columns()$columns, function(column) column$name, "")
cat("columns", sort(intersect(columns, c("lr", "train_loss", "duration", "experimentKey"))), "\n")
chart <- get_multi_metric_chart(list(exp$get_key()), metrics = list("train_loss"))
cat("chart", unlist(chart$experiments[[exp$get_key()]]$metrics[[1]]$values), "\n")
invisible(exp$create_symlink("clients-linked"))
exp$stop()
