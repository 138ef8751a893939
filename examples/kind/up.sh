#!/bin/sh
# From nothing to a first TrainJob in a cluster on this machine: docs/start/kind.md explains the steps.
# A step that is done already is left out, so the script can be started again.
set -eu

usage() {
  cat <<'TEXT'
Usage: examples/kind/up.sh [OPTIONS]

Makes the cluster "trainyard", installs JobSet and Trainyard, and runs examples/plain.yaml.

Options:
  --minikube           make the cluster with minikube instead of kind
  --kubeconfig FILE    use the cluster of this kubeconfig and make none; its nodes must have the
                       image trainyard:v0.1.0
  --local-controller   run the controller on this machine, without webhooks; needs no image
TEXT
}

name=trainyard
jobset=v0.12.0
image=image/target/trainyard-image.tar
trainyard=${TRAINYARD:-./trainyard}
tool=kind
kubeconfig=
local=

while [ $# -gt 0 ]; do
  case $1 in
    --minikube) tool=minikube ;;
    --kubeconfig) kubeconfig=$(realpath "${2:?--kubeconfig: name a file}"); shift ;;
    --local-controller) local=yes ;;
    -h | --help) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
  shift
done
cd "$(dirname "$0")/../.."

say() { echo "==> $*"; }

need() {
  command -v "$1" >/dev/null || { echo "up.sh: needs $1 on the PATH" >&2; exit 2; }
}

make_cluster() {
  need "$tool"
  say "Making the cluster $name with $tool"
  if [ "$tool" = minikube ]; then
    minikube -p "$name" status >/dev/null 2>&1 || minikube -p "$name" start
  else
    kind get clusters 2>/dev/null | grep -qx "$name" || kind create cluster --name "$name"
  fi
  # kubectl speaks to this cluster below, whatever its current context is.
  kubeconfig=$(mktemp)
  trap 'rm -f "$kubeconfig"' EXIT
  if [ "$tool" = minikube ]; then
    kubectl config view --raw --minify --context "$name" >"$kubeconfig"
  else
    kind get kubeconfig --name "$name" >"$kubeconfig"
  fi
}

load_image() {
  if [ ! -f "$image" ]; then
    need mvn
    say "Building the image"
    mvn -q -B -pl image -am package -DskipTests
  fi
  say "Loading the image"
  if [ "$tool" = minikube ]; then
    minikube -p "$name" image load "$image"
  else
    kind load image-archive "$image" --name "$name"
  fi
}

install_jobset() {
  if kubectl get crd jobsets.jobset.x-k8s.io >/dev/null 2>&1; then
    say "JobSet is there"
    return
  fi
  say "Installing JobSet $jobset"
  kubectl apply --server-side \
    -f "https://github.com/kubernetes-sigs/jobset/releases/download/$jobset/manifests.yaml" >/dev/null
  kubectl -n jobset-system rollout status deployment/jobset-controller-manager --timeout=5m
}

install_trainyard() {
  say "Installing Trainyard"
  kubectl apply --server-side --force-conflicts -k deploy/overlays/standalone >/dev/null
  kubectl -n kubeflow-system rollout status --timeout=5m \
    deployment/kubeflow-trainer-controller-manager
}

start_controller() {
  log=${TMPDIR:-/tmp}/trainyard-controller.log
  kubectl apply --server-side --force-conflicts -k deploy/crds >/dev/null
  if controller=$(cat "$log.pid" 2>/dev/null) && kill -0 "$controller" 2>/dev/null; then
    say "The controller is running on this machine"
  else
    say "Starting the controller on this machine"
    "$trainyard" version >/dev/null
    nohup "$trainyard" controller >"$log" 2>&1 &
    controller=$!
    echo "$controller" >"$log.pid"
  fi
  echo "Its log is $log; kill $controller stops it."
}

# The Service of the webhooks finds its pods a moment after they are ready.
apply_job() {
  for try in 1 2 3 4 5 6 7 8 9; do
    kubectl apply -f examples/plain.yaml && return
    sleep 2
  done
  kubectl apply -f examples/plain.yaml
}

need kubectl
if [ -z "$kubeconfig" ]; then
  make_cluster
  [ -n "$local" ] || load_image
fi
export KUBECONFIG="$kubeconfig"
install_jobset
if [ -n "$local" ]; then start_controller; else install_trainyard; fi
say "Installing the runtimes"
kubectl apply --server-side --force-conflicts -k deploy/overlays/runtimes >/dev/null
say "Training"
apply_job
kubectl wait trainjob/hello --for=condition=Complete --timeout=5m || {
  echo "up.sh: the TrainJob has not ended well; '$trainyard why hello' says why" >&2
  exit 1
}
kubectl logs -l jobset.sigs.k8s.io/jobset-name=hello ||
  echo "up.sh: the TrainJob has ended well, but its logs cannot be read" >&2
