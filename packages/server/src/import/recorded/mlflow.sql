CREATE TABLE "experiments" (
	experiment_id INTEGER NOT NULL, 
	name VARCHAR(256) NOT NULL, 
	artifact_location VARCHAR(256), 
	lifecycle_stage VARCHAR(32), 
	creation_time BIGINT, 
	last_update_time BIGINT, 
	workspace VARCHAR(63) DEFAULT 'default' NOT NULL, 
	CONSTRAINT experiment_pk PRIMARY KEY (experiment_id), 
	CONSTRAINT experiments_lifecycle_stage CHECK (lifecycle_stage IN ('active', 'deleted')), 
	CONSTRAINT uq_experiments_workspace_name UNIQUE (workspace, name)
);
INSERT INTO "experiments" VALUES(0,'Default','/home/user/training/mlruns/0','active',1795815016597,1795815016597,'default');
INSERT INTO "experiments" VALUES(1,'digits','/home/user/training/mlruns/1','active',1795815016602,1795815016602,'default');
CREATE TABLE "metrics" (
	"key" VARCHAR(250) NOT NULL, 
	value FLOAT NOT NULL, 
	timestamp BIGINT NOT NULL, 
	run_uuid VARCHAR(32) NOT NULL, 
	step BIGINT DEFAULT '0' NOT NULL, 
	is_nan BOOLEAN DEFAULT '0' NOT NULL, 
	CONSTRAINT metric_pk PRIMARY KEY ("key", timestamp, step, run_uuid, value, is_nan), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid), 
	CHECK (is_nan IN (0, 1))
);
INSERT INTO "metrics" VALUES('train/loss',1.0,1795815016661,'a2efd9c5437b4419be26b98f782571e4',0,0);
INSERT INTO "metrics" VALUES('train/loss',0.5,1795815016666,'a2efd9c5437b4419be26b98f782571e4',1,0);
INSERT INTO "metrics" VALUES('train/loss',3.33333333333333314829e-01,1795815016672,'a2efd9c5437b4419be26b98f782571e4',2,0);
INSERT INTO "metrics" VALUES('unstable',0.0,1795815016675,'a2efd9c5437b4419be26b98f782571e4',1,1);
INSERT INTO "metrics" VALUES('unstable',1.79769313486231562234e+308,1795815016677,'a2efd9c5437b4419be26b98f782571e4',2,0);
INSERT INTO "metrics" VALUES('loss',1.0,1795815016702,'36374aabdede4c93984f022cdae0df26',0,0);
CREATE TABLE "params" (
	"key" VARCHAR(250) NOT NULL, 
	value VARCHAR(8000) NOT NULL, 
	run_uuid VARCHAR(32) NOT NULL, 
	CONSTRAINT param_pk PRIMARY KEY ("key", run_uuid), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid)
);
INSERT INTO "params" VALUES('lr','0.1','a2efd9c5437b4419be26b98f782571e4');
INSERT INTO "params" VALUES('optimizer','adam','a2efd9c5437b4419be26b98f782571e4');
CREATE TABLE "runs" (
	run_uuid VARCHAR(32) NOT NULL, 
	name VARCHAR(250), 
	source_type VARCHAR(20), 
	source_name VARCHAR(500), 
	entry_point_name VARCHAR(50), 
	user_id VARCHAR(256), 
	status VARCHAR(9), 
	start_time BIGINT, 
	end_time BIGINT, 
	source_version VARCHAR(50), 
	lifecycle_stage VARCHAR(20), 
	artifact_uri VARCHAR(200), 
	experiment_id INTEGER, deleted_time BIGINT, 
	CONSTRAINT run_pk PRIMARY KEY (run_uuid), 
	CONSTRAINT runs_lifecycle_stage CHECK (lifecycle_stage IN ('active', 'deleted')), 
	CONSTRAINT source_type CHECK (source_type IN ('NOTEBOOK', 'JOB', 'LOCAL', 'UNKNOWN', 'PROJECT')), 
	FOREIGN KEY(experiment_id) REFERENCES experiments (experiment_id), 
	CHECK (status IN ('SCHEDULED', 'FAILED', 'FINISHED', 'RUNNING', 'KILLED'))
);
INSERT INTO "runs" VALUES('a2efd9c5437b4419be26b98f782571e4','first','UNKNOWN','','','user','FINISHED',1795815016645,1795815016690,'','active','/home/user/training/mlruns/1/a2efd9c5437b4419be26b98f782571e4/artifacts',1,NULL);
INSERT INTO "runs" VALUES('36374aabdede4c93984f022cdae0df26','broken','UNKNOWN','','','user','FAILED',1795815016696,1795815016705,'','active','/home/user/training/mlruns/1/36374aabdede4c93984f022cdae0df26/artifacts',1,NULL);
CREATE TABLE "tags" (
	"key" VARCHAR(250) NOT NULL, 
	value VARCHAR(8000), 
	run_uuid VARCHAR(32) NOT NULL, 
	CONSTRAINT tag_pk PRIMARY KEY ("key", run_uuid), 
	FOREIGN KEY(run_uuid) REFERENCES runs (run_uuid)
);
INSERT INTO "tags" VALUES('mlflow.user','user','a2efd9c5437b4419be26b98f782571e4');
INSERT INTO "tags" VALUES('mlflow.source.name','record.py','a2efd9c5437b4419be26b98f782571e4');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','a2efd9c5437b4419be26b98f782571e4');
INSERT INTO "tags" VALUES('mlflow.runName','first','a2efd9c5437b4419be26b98f782571e4');
INSERT INTO "tags" VALUES('team','vision','a2efd9c5437b4419be26b98f782571e4');
INSERT INTO "tags" VALUES('mlflow.user','user','36374aabdede4c93984f022cdae0df26');
INSERT INTO "tags" VALUES('mlflow.source.name','record.py','36374aabdede4c93984f022cdae0df26');
INSERT INTO "tags" VALUES('mlflow.source.type','LOCAL','36374aabdede4c93984f022cdae0df26');
INSERT INTO "tags" VALUES('mlflow.runName','broken','36374aabdede4c93984f022cdae0df26');
