# Tests which addresses the network policies allow.

networks_are_as_expected() { node $chart/tests/rendered/networks.mjs "$folder/json"; }

check "scrapers never reach metadata servers, also if the cluster's DNS has the same address" networks_are_as_expected
