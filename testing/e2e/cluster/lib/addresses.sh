# Names and addresses. Only the link between this machine and the node is on this machine; the others are inside the node, so
# clusters running side by side use the same ones.

node_name=node1
api_port=6443
pod_addresses=10.244.0.0/24
service_addresses=10.96.0.0/16
first_service_address=10.96.0.1
dns_address=10.96.0.10

# The link to a cluster's node, by the cluster's number: its name on this machine and the addresses at both ends.
link_name() { echo "clipmeter$1"; }
link_addresses() { echo "10.99.$1.0/24"; }
host_address() { echo "10.99.$1.1"; }
node_address() { echo "10.99.$1.2"; }
# Maximum number of clusters side by side: the range of the third byte of an address.
link_numbers=256
