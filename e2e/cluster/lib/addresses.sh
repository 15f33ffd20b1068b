# Names and addresses. Only the link between this machine and the node is this machine's; the rest is inside the node, so
# clusters side by side have the same.

node_name=node1
api_port=6443
pod_addresses=10.244.0.0/24
service_addresses=10.96.0.0/16
first_service_address=10.96.0.1
dns_address=10.96.0.10

# The link to the node of a cluster, by the cluster's number: its name on this machine and the addresses at both ends.
link_name() { echo "clipmeter$1"; }
link_addresses() { echo "10.99.$1.0/24"; }
host_address() { echo "10.99.$1.1"; }
node_address() { echo "10.99.$1.2"; }
# Clusters that can run side by side: what the third number of an address leaves.
link_numbers=256
